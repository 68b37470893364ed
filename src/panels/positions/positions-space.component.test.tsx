import { describe, expect, it } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { cutOff } from '../../testing/in-view.ts'
import { mount } from '../../testing/mount.tsx'
import { all, boxOf, panel, resize } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const positions = panel('Positions')
const tableOf = (title: 'Positions' | 'Open orders'): Locator =>
  panel(title).getByRole('grid', { name: title, exact: true })

/** Cells of a table that leave their panel, or overlap. */
function misplaced(table: Locator): { readonly wide: number; readonly over: number } {
  const cells = all(table, 'tbody :is(th, td)').map((cell) => cell.getBoundingClientRect())
  const shell = table.element().parentElement?.getBoundingClientRect() as DOMRect
  const wide = cells.filter(({ right, left }) => right > shell.right + 1 || left < shell.left - 1).length
  const isOver = (one: DOMRect, other: DOMRect): boolean =>
    one.right > other.left + 1 && other.right > one.left + 1 && one.bottom > other.top + 1 && other.bottom > one.top + 1
  const over = cells.flatMap((one, at) => cells.slice(at + 1).filter((other) => isOver(one, other))).length
  return { wide, over }
}

/** Drags a panel's tab to the right edge of the positions, so that the two are side by side. */
async function dragBeside(title: string): Promise<void> {
  const from = boxOf(page.getByRole('tab', { name: new RegExp(`^${title}(, |$)`) }))
  const to = boxOf(positions)
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  const [middle, edge, height] = [to.x + to.width / 2, to.x + to.width * 0.9, to.y + to.height / 2]
  const steps = Array.from({ length: 6 }, (_, step) => (step + 1) / 6)
  await commands.input([
    ['move', x, y],
    ['down'],
    ...steps.map((part) => ['move', x + (middle - x) * part, y + (height - y) * part] as const),
    ...steps.map((part) => ['move', middle + (edge - middle) * part, height] as const),
    ['up'],
  ])
  await expect.poll(() => boxOf(positions).width).toBeLessThan(to.width)
}

describe('positions', () => {
  it('show size, mark and result completely beside or above their buttons, at every window and text size', async () => {
    const { terminal } = await mount(null)
    for (const [width, height, textSize] of [
      [1600, 960, 100],
      [1280, 800, 100],
      [1024, 768, 100],
      [960, 600, 100],
      [960, 600, 130],
    ] as const) {
      await resize(width, height)
      terminal.change({ kind: 'settings' }, { textSize })
      // The entry goes after the buttons have moved below the row.
      const heads = ['Market', 'Side', 'Size', 'Mark', 'Unrealized', ...(width < 1024 ? [] : ['Entry'])]
      const table = tableOf('Positions')
      await expect
        .poll(() => cutOff(...heads.map((name) => table.getByRole('columnheader', { name, exact: true }))))
        .toEqual([])
      await expect.poll(() => misplaced(table)).toEqual({ wide: 0, over: 0 })
    }
  })

  it('name the exits of each below its row where their column has no space', async () => {
    await mount(['positions'], { size: { width: 1600, height: 600 } })
    const table = tableOf('Positions')
    await expect.element(table).toBeVisible()
    await expect.poll(() => all(table, 'tbody [data-column="exits"]').length).toBeGreaterThan(0)
    const exits = all(table, 'tbody [data-column="exits"]').map(({ textContent }) => textContent ?? '')
    const named = exits.filter((text) => text !== '')
    expect(named.length).toBeGreaterThan(0)
    await resize(620, 600)
    await expect.poll(() => all(table, 'tbody [data-column="exits"]').length).toBe(0)
    for (const text of named) expect(table.element().textContent).toContain(text)
  })

  it('ask before Flatten and Close all with an answer that no other button is named like', async () => {
    await mount(['positions'])
    for (const [button, yes] of [
      [MESSAGES.flatten, MESSAGES.yesFlatten],
      [MESSAGES.closeAll, MESSAGES.yesCloseAll],
    ] as const) {
      await positions.getByRole('button', { name: button, exact: true }).click()
      await expect.element(positions.getByRole('button', { name: yes, exact: true })).toBeVisible()
      await positions.getByRole('button', { name: MESSAGES.keep, exact: true }).click()
    }
  })

  it('stay reachable below a question', async () => {
    await mount(['positions'], { size: { width: 900, height: 300 } })
    await positions.getByRole('button', { name: MESSAGES.flatten }).click()
    await expect.element(positions.getByRole('button', { name: MESSAGES.keep })).toBeVisible()
    const table = tableOf('Positions').element()
    const [shell, frame] = [table.parentElement, table.closest('section')]
    if (shell === null || frame === null) throw new Error('the table has no frame')
    expect(shell.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom).toBeLessThanOrEqual(0.5)
  })

  it.each([
    [1920, 1080],
    [1280, 800],
    // Both at their minimum width.
    [1200, 800],
  ])('and open orders side by side at %i × %i are neither truncated nor covered', async (width, height) => {
    await mount(null, { size: { width, height } })
    await expect.element(positions).toBeVisible()
    await dragBeside('Open orders')
    for (const [title, columns] of [
      ['Positions', ['Market', 'Side', 'Size', 'Unrealized', 'Mark', 'Entry', 'Liquidation', 'P&L at TWAP']],
      ['Open orders', ['Side', 'Price', 'Size', 'Status', 'Filled', 'TIF', 'Time']],
    ] as const) {
      const table = tableOf(title)
      await expect.poll(() => misplaced(table), { message: title }).toEqual({ wide: 0, over: 0 })
      const shown = table
        .getByRole('columnheader')
        .elements()
        .map(({ textContent }) => textContent ?? '')
      // Columns are hidden from the end of this order, so the visible ones are its beginning.
      const there = columns.map((column) => shown.some((text) => new RegExp(`^${column}\\b`).test(text)))
      expect(there, `${title}: ${shown.join(', ')}`).toEqual(there.toSorted((a, b) => Number(b) - Number(a)))
      expect(there.slice(0, 3)).toEqual([true, true, true])
    }
    // What rests comes before what this terminal holds.
    const held = panel('Open orders')
      .getByText(/^Local exits/)
      .first()
    expect(boxOf(held).top).toBeGreaterThan(boxOf(tableOf('Open orders')).top)
    await expect.poll(() => cutOff(positions.getByRole('button', { name: /^Close NYCTMP/ }))).toEqual([])
    await expect
      .poll(() =>
        cutOff(
          panel('Open orders')
            .getByRole('button', { name: /^Cancel (buy|sell)/ })
            .first(),
        ),
      )
      .toEqual([])
  })
})
