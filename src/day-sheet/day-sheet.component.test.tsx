import { describe, expect, it, onTestFinished } from 'vitest'
import { cdp, type Locator, page } from 'vitest/browser'
import type { DayResult, TradeRecord } from '../../contract/books/index.ts'
import type { NotesView } from '../../contract/notes.ts'
import type { FakeTerminal } from '../testing/fake-terminal.ts'
import { mount } from '../testing/mount.tsx'
import { all, focus, gone, panel, press } from '../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const DAY = 1772582400000

const row = (): Locator => panel('P&L').getByRole('grid', { name: 'P&L by day' }).getByRole('row').nth(1)
const sheet = (): Locator => page.getByRole('article', { name: MESSAGES.sheet('2026-03-04') })
const table = (name: string): Locator => sheet().getByRole('table', { name })
const printing = (): Locator => page.getByRole('button', { name: MESSAGES.print })

const TRADE = {
  ...{ id: 'NYCTMP1/1', family: 'scalar', asset: 'NYCTMP1', name: 'NYCTMP1', bucket: DAY, side: 'long' },
  ...{ openedAt: DAY + 1000, closedAt: DAY + 9000, size: '10', entry: '537.59', exit: '537.5', realised: '-0.9' },
  ...{ fees: '2.902986', feesUnknown: 0, result: '-3.802986', fills: 2, end: 'closed', cameTrue: null, first: '10' },
} as unknown as TradeRecord

const SHARES = {
  ...{ ...TRADE, id: '#10/1', family: 'outcome', asset: '#10', name: 'Rain, Yes', entry: '0.42', exit: '0.4385' },
} as TradeRecord

/** A day with trades in one scalar market only, and a note on it. */
function hasTraded(terminal: FakeTerminal, trades: readonly TradeRecord[] = [TRADE]): void {
  const traded = (days: readonly DayResult[]) =>
    days.filter(({ family }) => family === 'scalar').map((day) => ({ ...day, fees: TRADE.fees }))
  terminal.alter('readResults', ({ days, ...view }) => ({ ...view, days: traded(days) }))
  terminal.alter('readDaySheet', ({ results, ...day }) => ({
    ...day,
    ...{ results: traded(results), trades, tradeCount: trades.length },
  }))
  const notes = [{ about: 'day/2026-03-04', text: 'Both sides in a hurry #calm', at: DAY }]
  terminal.change({ kind: 'notes' }, { notes: notes as unknown as NotesView['notes'] })
}

/** Opens the sheet from the row of its day, and returns the row's content. It is closed after the test. */
async function open(trades?: readonly TradeRecord[]): Promise<{ readonly result: string; readonly fees: string }> {
  await mount(['results'], { before: (terminal) => hasTraded(terminal, trades) })
  onTestFinished(async () => {
    await press('Escape')
    await gone(sheet())
  })
  await expect.element(row()).toBeVisible()
  const text = (column: string): string => all(row(), `[data-column="${column}"]`)[0]?.innerText ?? ''
  const shown = { result: text('result'), fees: text('fees') }
  focus(row())
  await press('Enter')
  await expect.element(table(MESSAGES.byFamily)).toBeVisible()
  return shown
}
function totals(): { readonly result: string; readonly fees: string } {
  const cells = all(table(MESSAGES.byFamily), 'tbody tr:first-child > *').map(({ innerText }) => innerText)
  return { result: cells[2] ?? '', fees: cells[4] ?? '' }
}

describe('the day sheet', () => {
  it('has the totals of its row, with markets, trades and notes', async () => {
    const shown = await open()
    expect(shown.result).toMatch(/^−.2\.90$/)
    expect(totals()).toEqual(shown)
    await expect.element(table(MESSAGES.byMarket)).toMatchTextContent('NYCTMP1')
    await expect.poll(() => table(MESSAGES.trades).getByRole('row').elements().length).toBe(2)
    await expect.element(table(MESSAGES.trades)).toMatchTextContent('closed')
    await expect.element(sheet().getByLabelText(MESSAGES.notes)).toMatchTextContent('Both sides in a hurry #calm')
  })

  it('shows shares as held, never long, and averages with the decimals of their market', async () => {
    await open([SHARES])
    const cells = all(table(MESSAGES.trades), 'tbody tr:first-child > *').map(({ innerText }) => innerText)
    expect(cells.slice(1, 6)).toEqual(['Rain, Yes', 'Held', '10', '0.420', '0.4385'])
  })

  it('is alone on paper, black on white, with the same totals', async () => {
    const shown = await open()
    const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name })
    onTestFinished(() => media('').then(() => undefined))
    const beside = [printing().element(), document.getElementById('root')]
    expect(beside.map((element) => element?.checkVisibility())).toEqual([true, true])
    await media('print')
    expect(beside.map((element) => element?.checkVisibility())).toEqual([false, false])
    expect(totals()).toEqual(shown)
    await expect.element(sheet()).toHaveStyle({ color: 'rgb(0, 0, 0)' })
    const head = table(MESSAGES.trades).element().querySelector('thead') as Element
    expect(getComputedStyle(head).display).toBe('table-header-group')
  })

  it('is printed by the page itself, once per click', async () => {
    const { print } = window
    onTestFinished(() => {
      window.print = print
    })
    let times = 0
    window.print = () => {
      times += 1
    }
    await open()
    await printing().click()
    expect(times).toBe(1)
    await press('Escape')
    await gone(sheet())
  })
})
