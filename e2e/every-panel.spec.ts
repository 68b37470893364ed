/** All panel operations by keyboard only. */
import type { Page } from '@playwright/test'
import { bridgeOf } from './support/bridge.ts'
import { panel, tabOf } from './support/screen.ts'
import { expect, test } from './support/shared-terminal.ts'
import type { Terminal } from './support/terminal.ts'

/** Presses a key until the focus is on the target; fails if it never is. */
async function pressUntil(page: Page, key: string, wanted: string, most = 60): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    if (await page.evaluate((selector) => document.activeElement?.closest(selector) !== null, wanted)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not bring the focus to ${wanted}`)
}

/** The kind of the focused panel; null when none is. */
const focusedPanel = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-panel]')?.dataset.panel ?? null)

test.describe('by keyboard only', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page
  let terminal: Terminal

  const palette = () => page.getByRole('dialog', { name: 'Find a command, market or workspace' })
  /** Runs a palette command; uses the arrow keys when it is not the first match. */
  async function run(typed: string, wanted: RegExp): Promise<void> {
    await page.keyboard.press('Control+k')
    await expect(palette()).toBeVisible()
    await page.keyboard.type(typed)
    await expect(palette().getByRole('option', { name: wanted })).toBeVisible()
    const chosen = palette().locator('[role="option"][aria-selected="true"]')
    for (let press = 0; press < 20 && !wanted.test(await chosen.innerText()); press += 1) {
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(palette()).toHaveCount(0)
  }

  test('a panel is opened, given a market, linked, detached and moved', async ({ asNewTrader }) => {
    ;({ page, terminal } = await asNewTrader())
    await run('open another depth', /^Open another Depth/)
    await expect(panel(page, 'Depth')).toBeVisible()
    await pressUntil(page, 'F6', '[data-panel="depth"]')
    await pressUntil(page, 'Tab', '[aria-label^="Market of Depth"]')
    await page.keyboard.type('active binary')
    await expect(page.getByRole('menuitem', { name: /^Active binary/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: /^Depth, GBET/ })).toBeVisible()
    await pressUntil(page, 'Shift+Tab', '[aria-label^="Link of Depth"]')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: /^Group 2/ })).toBeVisible()
    await page.keyboard.type('group 2')
    await page.keyboard.press('Enter')
    await expect(panel(page, 'Depth').getByRole('button', { name: 'Link of Depth: group 2' })).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    await run('pin this panel', /^Pin this panel, Depth, to its market/)
    await expect(panel(page, 'Depth').getByRole('button', { name: 'Link of Depth: this market only' })).toBeVisible()
    await run('out of its tabs down', /^Move this panel, Depth, out of its tabs, down/)
    const beside = page
      .getByRole('tablist')
      .filter({ has: tabOf(page, 'Depth') })
      .getByRole('tab')
    await expect(beside).toHaveCount(1)
    await expect(panel(page, 'Order book')).toBeVisible()
    await expect.poll(() => focusedPanel(page)).toBe('depth')
    await page.keyboard.press('Control+Alt+Shift+ArrowUp')
    await expect(beside).toHaveCount(2)
    await expect.poll(() => focusedPanel(page)).toBe('depth')
  })

  test('focus moves to the panel in front when one is closed, and is unaffected by the mouse', async () => {
    const isIn = (kind: string) => expect.poll(() => focusedPanel(page)).toBe(kind)
    const reopened = async (): Promise<void> => {
      await run('open another depth', /^Open another Depth/)
      // Restored, however it was closed.
      await expect(panel(page, 'Depth').getByRole('button', { name: 'Link of Depth: this market only' })).toBeVisible()
    }
    await run('close this panel', /^Close this panel, Depth/)
    await isIn('book')
    await page.keyboard.press('F6')
    await expect.poll(() => focusedPanel(page)).not.toBe('book')
    await page.keyboard.press('Shift+F6')
    await isIn('book')
    await reopened()
    await tabOf(page, 'Depth').press('Delete')
    await expect(panel(page, 'Depth')).toHaveCount(0)
    await isIn('book')
    await reopened()
    const field = panel(page, 'Order ticket').getByRole('textbox').first()
    await field.focus()
    await tabOf(page, 'Depth').locator('[data-close]').click()
    await expect(panel(page, 'Order book')).toBeVisible()
    await expect(field).toBeFocused()
  })

  test('a market is found in the market list and chosen', async () => {
    await run('show markets', /^Show Markets/)
    await expect(panel(page, 'Markets').locator('[data-row]').first()).toBeVisible()
    await pressUntil(page, 'F6', '[data-panel="markets"]')
    await pressUntil(page, 'Tab', '[data-row]')
    await page.keyboard.press('/')
    await page.keyboard.type('active binary')
    const active = panel(page, 'Markets').getByRole('row', { name: /Active G/ })
    await expect(active).toBeVisible()
    for (let press = 0; press < 4 && !(await active.evaluate((row) => row === document.activeElement)); press += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: /^Markets, GBET/ })).toBeVisible()
  })

  test('columns are widened in the header by keys, and by the pointer without touching a row; a reset undoes it', async () => {
    const list = panel(page, 'Markets')
    const head = (id: string) => list.locator('th').filter({ has: page.locator(`[data-head="${id}"]`) })
    const width = (id: string): Promise<number> =>
      head(id).evaluate((cell) => Math.round(cell.getBoundingClientRect().width))
    await list.getByRole('searchbox').press('Escape')
    await pressUntil(page, 'ArrowUp', '[data-head]')
    await pressUntil(page, 'ArrowRight', '[data-head="price"]')
    const [before, name] = [await width('price'), await width('market')]
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect.poll(() => width('price')).toBeGreaterThan(before + 4)
    // The columns before it stay, and none shrinks.
    expect(Math.abs((await width('market')) - name)).toBeLessThan(2)
    expect(await width('change')).toBeGreaterThan(0)
    await expect(list.getByText(/^Price: \d+ px wide\.$/)).toBeAttached()
    await list.getByRole('button', { name: 'Columns and copy: Markets' }).click()
    await page.getByRole('button', { name: 'Reset table' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => width('price')).toBe(before)

    // Streaming writes into cells: the row elements must not be touched.
    const touched = await list.locator('table').evaluateHandle((table) => {
      const seen = { lines: 0 }
      const isLine = ({ target }: MutationRecord): boolean =>
        target instanceof Element && target.closest('tbody') !== null && target.matches('tbody, tr')
      new MutationObserver((records) => {
        seen.lines += records.filter(isLine).length
      }).observe(table, { subtree: true, childList: true, attributes: true })
      return seen
    })
    const grip = await list.locator('[data-grip="price"]').boundingBox()
    if (grip === null) throw new Error('the price has no edge to be dragged')
    const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2]
    await page.mouse.move(x, y)
    const still = await touched.evaluate(({ lines }) => lines)
    await page.mouse.down()
    await page.mouse.move(x - 12, y, { steps: 6 })
    const dragged = await width('price')
    expect(dragged).toBeLessThan(before)
    await page.mouse.up()
    await expect.poll(() => width('price')).toBe(dragged)
    expect(await touched.evaluate(({ lines }) => lines)).toBe(still)
    await page.mouse.dblclick(x - (before - dragged), y)
    await expect.poll(() => width('price')).toBeGreaterThanOrEqual(dragged)
  })

  test('a panel moves to its own window and back', async () => {
    const opening = terminal.nextPage()
    await run('to a new window', /^Move this panel, Markets, to a new window/)
    const other = await opening
    await expect(panel(other, 'Markets')).toBeVisible()
    await expect(panel(page, 'Markets')).toHaveCount(0)
    await expect.poll(() => focusedPanel(page)).not.toBeNull()
    await other.keyboard.press('Control+k')
    await other.keyboard.type('move this panel to the window')
    await expect(other.getByRole('option').first()).toHaveText(/^Move this panel, Markets, to the window/)
    await other.keyboard.press('Enter')
    await expect(panel(page, 'Markets')).toBeVisible()
    await other.reload()
    await expect(other.getByText('All panels are closed.')).toBeVisible()
    await other.close()
    await expect.poll(() => terminal.pages().length).toBe(1)
  })

  test('another workspace is opened', async () => {
    await run('open binary', /^Open Binary/)
    await expect(page.getByRole('dialog')).toContainText('Unsaved layout changes')
    await pressUntil(page, 'Tab', '[role="dialog"] button:last-child')
    await expect(page.getByRole('button', { name: 'Open Binary without saving' })).toBeFocused()
    await page.keyboard.press('Enter')
    const current = page.getByRole('navigation', { name: 'Workspaces' }).locator('[aria-current]')
    await expect(current).toHaveText('Binary')
    await expect(panel(page, 'Binary phase')).toBeVisible()
    await run('open scalar', /^Open Scalar/)
    await expect(current).toHaveText('Scalar')
    await expect(panel(page, 'Bucket')).toBeVisible()
  })

  test.afterAll(async () => {
    await bridgeOf(page).call('setLink', { group: 1, market: { family: 'scalar', asset: 'live' } })
    await bridgeOf(page).call('setLink', { group: 2, market: { family: 'binary', asset: 'active' } })
  })
})
