import { describe, expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mount } from '../testing/mount.tsx'
import { all, boxOf, focused, frames, gone, press } from '../testing/screen.ts'
import { MESSAGES } from './palette.tsx'

const palette = page.getByRole('dialog', { name: 'Find a command, market or workspace' })
const field = palette.getByRole('combobox', { name: MESSAGES.field })
const marked = (): string[] =>
  all(palette, '[role="option"][aria-selected="true"]').map(({ textContent }) => textContent)
const rows = palette.getByRole('option')

/** Opens the palette with the pointer resting where its second row appears. @returns that place, px */
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
  // Until it is ready, the overlay is clipped to nothing and a click meets the page behind it.
  await expect.poll(() => palette.element().contains(document.elementFromPoint(...place))).toBe(true)
  return place
}

describe('the palette', () => {
  it('runs nothing by Enter while nothing is typed and no row is chosen, even with the pointer resting on a row', async () => {
    await openUnderPointer()
    await press('Enter')
    await frames()
    expect(marked()).toEqual([])
    await focused(field)
  })

  it('runs nothing by a click of a pointer that has not moved since it opened', async () => {
    await openUnderPointer()
    await commands.input([['down'], ['up']])
    await frames()
    await expect.element(palette).toBeVisible()
  })

  it('highlights the row under the pointer once it has moved, and marks the first row as soon as something is typed', async () => {
    const place = await openUnderPointer()
    const isUnder = (): boolean => rows.nth(1).element().matches(':hover')
    expect(isUnder()).toBe(false)
    await commands.input([4, 8, 12].map((by) => ['move', place[0] + by, place[1]] as const))
    await expect.poll(isUnder).toBe(true)
    expect(marked()).toEqual([])
    await field.fill('settings')
    await expect.poll(marked).toEqual([rows.first().element().textContent])
    expect(field.element().getAttribute('aria-activedescendant')).toBe(rows.first().element().id)
  })

  it('keeps the focus in its field, and returns it when Esc or a click outside closes the palette', async () => {
    await mount(['book'])
    const before = page.getByRole('button').first().element() as HTMLElement
    for (const close of [() => press('Escape'), () => commands.input([['move', 2, 300], ['down'], ['up']])]) {
      before.focus()
      await press('Control+K')
      await focused(field)
      await press('Tab', 'Shift+Tab')
      await focused(field)
      await close()
      await gone(palette)
      expect(document.activeElement).toBe(before)
    }
  })

  it('keeps its field and its text when the pointer presses beside the rows, or selects text across its edge', async () => {
    await mount(['book'])
    await press('Control+K')
    await field.fill('zzzz')
    const { left, top, width, height } = boxOf(field)
    const none = boxOf(palette.getByText(MESSAGES.none))
    await commands.input([['move', none.left + 20, none.top + 6], ['down'], ['up']])
    await focused(field)
    await commands.input([['move', left + width / 2, top + height / 2], ['down'], ['move', 2, top], ['up']])
    await frames()
    await expect.element(field).toHaveValue('zzzz')
    await focused(field)
  })

  it('asks before it runs what trades, and a double press is no answer', async () => {
    const { terminal, play } = await mount([['book', 'scalar/live']], {
      before: (fake) => fake.answer('cancelAll', () => ({ ok: true, value: { unknown: [] } as never })),
    })
    await press('Control+K')
    await field.fill('all orders in this market')
    await expect.poll(() => marked()[0]).toMatch(/^Cancel all orders in this market/)
    await press('Enter', 'Enter')
    await expect.poll(() => marked()[0]).toMatch(/press again to send/)
    await play(500)
    expect(terminal.inputs('cancelAll')).toEqual([])
    await press('Enter')
    await gone(palette)
    await expect.poll(() => terminal.inputs('cancelAll')).toMatchObject([{ asset: 'NYCTMP1' }])
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
