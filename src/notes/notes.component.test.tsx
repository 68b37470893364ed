import { describe, expect, it } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { type Note, noteText } from '../../contract/notes.ts'
import { violations } from '../testing/axe.ts'
import type { FakeTerminal } from '../testing/fake-terminal.ts'
import { type Mounted, mount } from '../testing/mount.tsx'
import { check, choose, focus, focused, gone, panel, press, starting } from '../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const DAY = 'day/2026-03-04'
const MARKET = 'market/NYCTMP1'

/** The first row, by day or by market. */
const row = (by: 'day' | 'market'): Locator =>
  panel('P&L')
    .getByRole('grid', { name: `P&L by ${by}` })
    .getByRole('row')
    .nth(1)
const note = (by: 'day' | 'market', text: RegExp): Locator => row(by).getByRole('button', { name: text })
const editor = (): Locator => page.getByRole('dialog', { name: starting(MESSAGES.note('')) })
const field = (): Locator => editor().getByRole('textbox')
const by = (name: 'day' | 'market'): Promise<void> => check(panel('P&L').getByRole('radio', { name: `By ${name}` }))

/** A window with these saved notes. */
async function open(texts: Readonly<Record<string, string>> = {}): Promise<Mounted> {
  const noteOf = (about: string, text: string): Note => ({ about, text, at: 0 }) as unknown as Note
  const keep = (terminal: FakeTerminal, notes: readonly Note[]): void => terminal.change({ kind: 'notes' }, { notes })
  const mounted = await mount(['results'], {
    before: (terminal) => {
      keep(
        terminal,
        Object.entries(texts).map(([about, text]) => noteOf(about, text)),
      )
      terminal.answer('saveNote', ({ about, text }) => {
        const others = terminal.payload({ kind: 'notes' }).notes.filter((one) => one.about !== about)
        keep(terminal, [...others, noteOf(about, text)])
        return { ok: true, value: null }
      })
    },
  })
  await expect.element(row('day')).toBeVisible()
  return mounted
}

describe('a note', () => {
  it('is written and saved by keyboard alone', async () => {
    const { terminal } = await open()
    focus(row('day'))
    await press('ArrowRight')
    await focused(note('day', starting(MESSAGES.write(''))))
    await press('Enter')
    await focused(field())
    await field().fill('Sold too soon / again #late-exit')
    expect(await violations({ within: editor().element() })).toEqual([])
    await press('Enter')
    await gone(editor())
    await focused(note('day', /Sold too soon \/ again #late-exit/))
    expect(terminal.inputs('saveNote')).toEqual([{ about: DAY, text: 'Sold too soon / again #late-exit', before: '' }])
  })

  it('is unchanged after Escape', async () => {
    const { terminal } = await open({ [DAY]: 'Sold too soon' })
    await note('day', /Sold too soon/).click()
    await field().fill('Sold too soon and more')
    await press('Escape')
    await gone(editor())
    await expect.element(note('day', /: Sold too soon$/)).toBeVisible()
    expect(terminal.inputs('saveNote')).toEqual([])
  })

  it('suggests existing tags, and is saved by a click elsewhere', async () => {
    await open({ [DAY]: 'Sold too soon #late-exit' })
    await by('market')
    await note('market', starting(MESSAGES.write(''))).click()
    await field().fill('Calm day #la')
    await expect.element(editor().getByRole('button', { name: '#late-exit' })).toBeVisible()
    await press('Tab')
    await expect.element(field()).toHaveValue('Calm day #late-exit ')
    await field().fill('Calm day #late-exit #calm')
    await commands.input([['move', 5, 5], ['down'], ['up']])
    await gone(editor())
    await expect.element(note('market', /Calm day #late-exit #calm/)).toBeVisible()
  })

  it('is found by its tag', async () => {
    await open({ [DAY]: 'Sold too soon #late-exit', [MARKET]: 'Calm day #calm' })
    await by('market')
    const rows = () => panel('P&L').getByRole('grid', { name: 'P&L by market' }).getByRole('row').elements().length
    await expect.poll(rows).toBe(5)
    await choose(panel('P&L').getByRole('button', { name: /^Tag: / }), /#calm/)
    await expect.poll(rows).toBe(2)
    await expect.element(row('market')).toMatchTextContent('NYCTMP1')
    await expect.element(panel('P&L').getByText('a note tagged #calm', { exact: false })).toBeVisible()
    await by('day')
    await expect.element(row('day')).toBeVisible()
  })

  it('stays as typed with the reason where main refuses it, and replaces the other on the next save', async () => {
    const { terminal } = await open({ [DAY]: 'Sold too soon' })
    await note('day', /Sold too soon/).click()
    await field().fill('Mine')
    const others = terminal
      .payload({ kind: 'notes' })
      .notes.map((one) => ({ ...one, text: noteText('Theirs #late-exit') }))
    terminal.change({ kind: 'notes' }, { notes: others })
    terminal.refuse('saveNote', 'note_changed', 'It was changed meanwhile: “Theirs #late-exit”')
    await press('Enter')
    await expect.element(editor().getByRole('alert')).toMatchTextContent('“Theirs #late-exit”')
    await expect.element(field()).toHaveValue('Mine')
    terminal.answer('saveNote', () => ({ ok: true, value: null }))
    await press('Enter')
    await gone(editor())
    expect(terminal.inputs('saveNote').map(({ text, before }) => [text, before])).toEqual([
      ['Mine', 'Sold too soon'],
      ['Mine', 'Theirs #late-exit'],
    ])
  })
})
