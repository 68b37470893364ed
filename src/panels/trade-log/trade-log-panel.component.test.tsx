import { describe, expect, it } from 'vitest'
import type { TradesView } from '../../../contract/books-view.ts'
import type { PastPage } from '../../../contract/past.ts'
import { violations } from '../../testing/axe.ts'
import { clippedParts } from '../../testing/clipped.ts'
import type { FakeTerminal } from '../../testing/fake-terminal.ts'
import { mount } from '../../testing/mount.tsx'
import { check, choose, panel } from '../../testing/screen.ts'
import { MESSAGES } from './messages.ts'

const DAY = 1772582400000
/** About as narrow as beside a book and another panel. */
const NARROW = { width: 370, height: 900 }

const log = () => panel('Trade log')

const SCALAR = {
  ...{ id: 'NYCTMP1/1', family: 'scalar', asset: 'NYCTMP1', name: 'NYCTMP1', bucket: DAY, side: 'long' },
  ...{ openedAt: DAY + 1000, closedAt: DAY + 61_000, size: '4', entry: '537.59', exit: '538.1', realised: '2.04' },
  ...{ fees: '0.5', feesUnknown: 0, result: '1.54', fills: 2, end: 'closed', cameTrue: null, first: '4' },
  excursion: { adverse: '0.12', favourable: '0.8', adverseMoney: '0.48', favourableMoney: '3.2' },
}
const shareOf = (side: 'Yes' | 'No', cameTrue: boolean) => ({
  ...SCALAR,
  ...{ id: `#1/${side}`, family: 'outcome', asset: `#1${side}`, name: `Rain, ${side}`, bucket: null, end: 'settled' },
  ...{ size: '5', entry: '0.4', exit: cameTrue ? '1' : '0', result: cameTrue ? '3' : '-2', cameTrue, excursion: null },
})
const sums = (known: number, wins: number, won: string, lost: string) => ({
  ...{ known, wins, losses: known - wins, won, lost, unknown: 0 },
})

/** One scalar trade that won, and shares of both sides of a question that ended. */
function hasTraded(terminal: FakeTerminal): void {
  const slippage = { day: DAY, family: 'scalar', asset: 'NYCTMP1', kind: 'place' }
  terminal.alter('readTrades', (view) => ({
    ...view,
    ...({
      count: 3,
      sums: [
        { collateral: 'USDC', sums: sums(1, 1, '1.54', '0') },
        { collateral: 'USDH', sums: sums(2, 1, '3', '-2') },
      ],
      excursions: [{ collateral: 'USDC', of: 'winners', trades: 1, adverse: '0.48', favourable: '3.2' }],
      slippages: [{ ...slippage, fills: 1, better: 1, worse: 0, size: '4', money: '12.4' }],
    } as unknown as Partial<TradesView>),
  }))
  const rows = [SCALAR, shareOf('Yes', true), shareOf('No', false)]
  terminal.answer('readPast', () => ({
    ok: true,
    value: { kind: 'trades', rows, next: null } as unknown as PastPage,
  }))
  terminal.answer('readPastTotals', () => ({ ok: true, value: { count: 3, totals: [] } }))
}

describe('the trade log', () => {
  it('reports that no trade has ended yet', async () => {
    await mount(['trade-log'], {
      before: (terminal) => terminal.alter('readTrades', (view) => ({ ...view, slippages: [] })),
    })
    await choose(log().getByRole('button', { name: /^Time: / }), /^All/)
    await expect.element(log().getByText(MESSAGES.ever)).toBeVisible()
  })

  it('shows each closed trade, and the totals of each collateral', async () => {
    await mount(['trade-log'], { before: hasTraded })
    const rows = log().getByRole('grid', { name: 'Closed trades' }).getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(4)
    await expect.element(log().getByRole('row', { name: /NYCTMP1/ })).toMatchTextContent(/\+.1\.54/)
    const usdc = log().getByLabelText('Trades in USDC')
    await expect.element(usdc).toMatchTextContent(/Hit rate100 % of 1/)
    await expect.element(usdc).toMatchTextContent(/MAE of winners0\.48/)
    await expect.element(usdc).toMatchTextContent(/Slippage vs preview\+.3\.1\d*.°F/)
    await expect.element(log().getByLabelText('Trades in USDH')).toMatchTextContent(/Hit rate50 % of 2/)
  })

  it('shows slippage by market', async () => {
    await mount(['trade-log'], { before: hasTraded })
    await check(log().getByRole('radio', { name: 'Slippage vs preview' }))
    await check(log().getByRole('radio', { name: 'By market' }))
    await expect.element(log().getByRole('row', { name: /NYCTMP1.*\+.3\.1\d*.°F/ })).toBeVisible()
  })

  it.each(['light', 'dark'] as const)('is fully readable where it is narrow, in the %s theme', async (theme) => {
    await mount(['trade-log'], { before: hasTraded, size: NARROW, settings: { theme } })
    await expect.element(log().getByRole('row', { name: /NYCTMP1/ })).toBeVisible()
    // Names of markets are truncated where they do not fit, with the full text in their title.
    for (const collateral of ['USDC', 'USDH'])
      expect(clippedParts(log().getByLabelText(`Trades in ${collateral}`).element())).toEqual([])
    expect(await violations({ within: log().element() })).toEqual([])
  })
})
