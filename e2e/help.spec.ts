/** Words of the trade, explained where they stand: by a pointer that rests on a label, by a key at anything, and in a list. */
import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { panel } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'

test.describe('help', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  const said = () => page.locator('[data-explanation]')

  test('B5: a label that a pointer rests on explains itself, until the pointer goes on', async ({ asNewTrader }) => {
    ;({ page } = await asNewTrader())
    const force = panel(page, 'Order ticket').getByRole('radio', { name: 'ALO' })
    await force.hover()
    await expect(said()).toContainText('Add liquidity only')
    const [explained, box] = [await force.boundingBox(), await said().boundingBox()]
    if (explained === null || box === null) throw new Error('nothing is explained')
    expect(box.y >= explained.y + explained.height || box.y + box.height <= explained.y).toBe(true)
    await page.mouse.move(5, 5)
    await expect(said()).toHaveCount(0)
    // The pointer goes from the label into what is said, where more can be had.
    await force.hover()
    await expect(said()).toBeVisible()
    const button = await said().getByRole('button', { name: 'Glossary' }).boundingBox()
    if (button === null) throw new Error('no more can be had')
    await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2, { steps: 12 })
    await page.mouse.down()
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Glossary' }).locator('dt').first()).toContainText('ALO')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('B5: F1 explains the field that has the focus, also while something is typed in it, and leaves that as it is', async () => {
    const price = panel(page, 'Order ticket').getByRole('textbox', { name: /price/i }).first()
    await price.click()
    await page.keyboard.type('512')
    await price.press('F1')
    await expect(said()).toBeVisible()
    await expect(price).toBeFocused()
    await expect(price).toHaveValue('512')
    await price.press('Escape')
    await expect(said()).toHaveCount(0)
  })

  test('the guide is in the terminal, with its pictures, and each section is a press away', async () => {
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
    await palette.getByRole('textbox').fill('open the guide')
    await page.keyboard.press('Enter')
    const guide = page.getByRole('dialog', { name: 'Guide', exact: true })
    await expect(guide.getByRole('heading', { name: 'The first minute' })).toBeVisible()
    const pictures = guide.getByRole('img')
    const widths = () => pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
    await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(200)
    expect(await pictures.count()).toBeGreaterThan(8)
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    await guide.getByRole('button', { name: 'When something goes wrong' }).click()
    await expect(guide.getByRole('heading', { name: 'Something looks wrong' })).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(guide).toHaveCount(0)
  })

  test('B5: F1 where nothing is explained opens the glossary, which is searched by typing and free of what axe finds', async () => {
    await page.mouse.move(3, 3)
    await page.keyboard.press('F1')
    const glossary = page.getByRole('dialog', { name: 'Glossary' })
    await expect(glossary).toBeVisible()
    await expect(glossary.getByText('Merge question', { exact: true })).toBeAttached()
    expect(await violations(page, `document.querySelector('[role="dialog"]')`)).toEqual([])
    await glossary.getByRole('textbox', { name: 'Search terms' }).fill('alo')
    await expect(glossary.locator('dt').first()).toContainText('ALO')
    await glossary.getByRole('textbox', { name: 'Search terms' }).fill('no such word')
    await expect(glossary).toContainText('Nothing is called that')
    await page.keyboard.press('Escape')
    await expect(glossary).toHaveCount(0)
  })
})
