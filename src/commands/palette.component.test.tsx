import { describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { all, boxOf, frames, gone, press } from '../testing/screen.ts'

const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
const field = palette.getByLabelText('What to do or show')
const marked = (): string[] => all(palette, '[role="menuitem"][data-focused]').map(({ textContent }) => textContent)
const rows = palette.getByRole('menuitem')

/** Opens the palette with the pointer resting where its second row appears. */
async function openUnderPointer() {
  await mount(['book'])
  await press('Control+K')
  await expect.element(rows.nth(1)).toBeVisible()
  const { left, top, width, height } = boxOf(rows.nth(1))
  const place = [left + width / 2, top + height / 2] as const
  await press('Escape')
  await gone(palette)
  await commands.input([['move', ...place], ['down'], ['up']])
  await press('Control+K')
  await expect.element(rows.nth(1)).toBeVisible()
  await frames()
}

describe('the palette', () => {
  it('runs nothing by Enter while nothing is typed and no row is chosen by keys, with the pointer on a row', async () => {
    await openUnderPointer()
    await press('Enter')
    await frames()
    await expect.element(field).toHaveFocus()
  })

  it('runs the row that is chosen by the arrow keys, also while nothing is typed', async () => {
    await openUnderPointer()
    await press('ArrowDown')
    await expect.poll(() => marked().length).toBe(1)
    await press('Enter')
    await gone(palette)
    // The command runs two frames after the palette has gone: not in the window of the next test.
    await frames()
    await frames()
  })
})
