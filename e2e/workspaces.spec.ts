/** Workspaces and templates in the top bar: opening, saving, leaving, exporting. */
import { expect, type Page, test } from '@playwright/test'
import { MESSAGES as BARS } from '../src/app/bars/messages.ts'
import { violations } from './support/axe.ts'
import { closePanel, fillTicket, panel, ready } from './support/screen.ts'
import { launch, type Terminal } from './support/terminal.ts'
import { NO_KEYCHAIN } from './support/trader.ts'

test.describe.configure({ mode: 'serial' })

test.describe('workspaces', () => {
  let terminal: Terminal
  let page: Page

  test.beforeAll(async () => {
    terminal = await launch({ env: NO_KEYCHAIN })
    ;({ page } = terminal)
    await ready(page)
  })
  test.afterAll(() => terminal.quit())

  const tabs = () => page.getByRole('navigation', { name: 'Workspaces' })
  const tab = (name: string) => tabs().getByRole('button', { name, exact: true })
  const current = () => tabs().locator('[aria-current]')
  const offer = () => page.getByRole('region', { name: BARS.notices.name })
  const dialog = () => page.getByRole('dialog')
  const choose = async (entry: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'All workspaces' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

  test('a first start shows the scalar template, offers the others in a notice, and highlights only one', async () => {
    await expect(current()).toHaveText(['Scalar'])
    await expect(offer()).toContainText(BARS.offer.title)
    await tab('Outcomes').click()
    await expect(current()).toHaveText(['Outcomes'])
    await expect(panel(page, 'Question')).toBeVisible()
    await expect(offer()).toHaveCount(0)
    for (const [name, seen] of [
      ['Binary', 'Binary phase'],
      ['Everything', 'Bucket'],
      ['Scalar', 'Bucket'],
    ] as const) {
      await tab(name).click()
      await expect(current()).toHaveText([name])
      await expect(panel(page, seen)).toBeVisible()
    }
  })

  test("a user's change is marked, saved under a name, and confirmed before it is left", async () => {
    await closePanel(page, 'Trades')
    await expect(current()).toHaveText(['Scalar, changed'])
    await tab('Binary').click()
    await expect(dialog()).toContainText('Unsaved layout changes')
    expect(await violations(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save as…' }).click()
    const name = dialog().getByRole('textbox', { name: 'Name' })
    await expect(name).toHaveValue('Scalar 2')
    await name.fill('')
    await page.keyboard.press('Enter')
    await expect(dialog()).toContainText('A workspace needs a name.')
    await name.fill('Morning')
    await page.keyboard.press('Enter')
    await expect(current()).toHaveText(['Binary'])
    await expect(panel(page, 'Binary phase')).toBeVisible()
    await tab('Morning').click()
    await expect(current()).toHaveText(['Morning'])
    await ready(page)
    await expect(panel(page, 'Trades')).toHaveCount(0)
  })

  test('typed input stays when the workspace is reset to its saved state', async () => {
    await fillTicket(page, { size: '3' })
    await closePanel(page, 'Chart')
    await expect(current()).toHaveText(['Morning, changed'])
    await choose('Revert to saved…')
    await dialog().getByRole('button', { name: 'Revert' }).click()
    await expect(panel(page, 'Chart')).toBeVisible()
    await expect(current()).toHaveText(['Morning'])
    await expect(panel(page, 'Order ticket').getByRole('textbox', { name: 'Size' })).toHaveValue('3')
  })

  test('one is exported as text without typed input, previewed, and imported under another name', async () => {
    await choose('Export…')
    const text = await dialog().getByRole('textbox').inputValue()
    expect(JSON.parse(text)).toMatchObject({ format: 'isotherm-workspace', name: 'Morning' })
    expect(text).not.toContain('drafts')
    await page.keyboard.press('Escape')
    await choose('Import…')
    const field = dialog().getByRole('textbox', { name: 'Workspace as text' })
    await field.fill('{}')
    await dialog().getByRole('button', { name: 'Preview' }).click()
    await expect(dialog().getByRole('alert')).toContainText('format')
    const exported = JSON.parse(text) as { windows: { layout: { panels: { id: string }[] } }[] }
    const [window] = exported.windows
    const panels = window?.layout.panels ?? []
    const twice = { ...window, layout: { ...window?.layout, panels: [...panels, panels[0]] } }
    await field.fill(JSON.stringify({ ...exported, windows: [twice] }))
    await dialog().getByRole('button', { name: 'Preview' }).click()
    await expect(dialog().getByRole('alert')).toContainText(`the panel id “${panels[0]?.id}” appears twice`)
    await field.fill(JSON.stringify({ ...exported, windows: [window, window] }))
    await dialog().getByRole('button', { name: 'Preview' }).click()
    await expect(dialog()).toContainText('appear in several windows; each gets its own panels')
    await dialog().getByRole('button', { name: 'Back' }).click()
    await field.fill(
      text.replaceAll('"kind":"activity"', '"kind":"radar"').replaceAll('"kind": "activity"', '"kind": "radar"'),
    )
    await dialog().getByRole('button', { name: 'Preview' }).click()
    await expect(dialog()).toContainText('This version has no panel radar')
    await expect(dialog().getByRole('listitem')).toContainText('Order book, live scalar (group 1)')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Evening')
    await page.keyboard.press('Enter')
    await expect(tab('Evening')).toBeVisible()
    await expect(current()).toHaveText(['Morning'])
  })

  test('one is renamed and deleted; the windows do not change', async () => {
    await choose('Rename…')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('evening')
    await page.keyboard.press('Enter')
    await expect(dialog().getByRole('alert')).toContainText('A workspace named Evening already exists')
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Dawn')
    await page.keyboard.press('Enter')
    await expect(current()).toHaveText(['Dawn'])
    await terminal.boxes.press('Delete')
    await choose('Delete…')
    await expect(tab('Dawn')).toHaveCount(0)
    await terminal.boxes.press()
    await expect(panel(page, 'Chart')).toBeVisible()
  })
})
