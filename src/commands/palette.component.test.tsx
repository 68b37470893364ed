import { describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { all, frames, gone, press } from '../testing/screen.ts'

const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
const field = palette.getByLabelText('What to do or show')
const marked = (): string[] => all(palette, '[role="menuitem"][data-focused]').map(({ textContent }) => textContent)
const rows = palette.getByRole('menuitem')

/** Where the second row appears in a window of 1600 × 960, px. */
const PLACE = [800, 190] as const

/** Opens the palette with the pointer resting where a row appears. */
async function openUnderPointer() {
  const mounted = await mount(['book'])
  await commands.input([['move', ...PLACE], ['down'], ['up']])
  await press('Control+K')
  await expect.element(rows.first()).toBeVisible()
  await frames()
  return mounted
}
const rowAt = ([x, y]: readonly [number, number]): string | null | undefined =>
  document.elementFromPoint(x, y)?.closest('[role="menuitem"]')?.textContent

describe('the palette', () => {
  it('runs nothing by Enter while nothing is typed and no row is chosen, even with the pointer resting on a row', async () => {
    const { terminal } = await openUnderPointer()
    const before = terminal.calls.length
    await press('Enter')
    await frames()
    expect(marked()).toEqual([])
    await expect.element(field).toHaveFocus()
    expect(terminal.calls.slice(before).filter(({ name }) => !name.startsWith('read'))).toEqual([])
  })

  it('runs nothing by a click of a pointer that has not moved since it opened', async () => {
    await openUnderPointer()
    await commands.input([['down'], ['up']])
    await frames()
    await expect.element(palette).toBeVisible()
  })

  it('marks the row under the pointer once it has moved, and the first row as soon as something is typed', async () => {
    await openUnderPointer()
    await commands.input([4, 8, 12].map((by) => ['move', PLACE[0] + by, PLACE[1]] as const))
    await expect.poll(() => marked()).toEqual([rowAt(PLACE)])
    await field.fill('settings')
    await expect.poll(marked).toEqual([rows.first().element().textContent])
  })

  it('runs the row that is chosen by the arrow keys, also while nothing is typed', async () => {
    await openUnderPointer()
    await press('ArrowDown')
    await expect.poll(() => marked().length).toBe(1)
    await press('Enter')
    await gone(palette)
  })
})
