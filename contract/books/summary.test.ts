import { describe, expect, it } from 'vitest'
import { money, price, size } from '../decimal.ts'
import { millis } from '../time.ts'
import { DAY_MS, type DayResult } from './day-result.ts'
import { resultFigures, resultRows } from './summary.ts'
import { NO_TRADES, type TradeSums, withTrade } from './trade.ts'

/** Sums of trades with these results. */
const ended = (...results: (string | null)[]): TradeSums =>
  results.reduce((sums, one) => withTrade(sums, { result: one === null ? null : money(one) }), NO_TRADES)

const day = (at: number, realised: string, fees: string, more: Partial<DayResult> = {}): DayResult => ({
  day: millis(at * DAY_MS),
  family: 'scalar',
  asset: 'NYCTMP1',
  name: 'NYCTMP1',
  bucket: millis(at * DAY_MS + 7_200_000),
  realised: money(realised),
  unknown: 0,
  fees: money(fees),
  feesUnknown: 0,
  fills: 2,
  traded: size('10'),
  turnover: money('5530'),
  settledAt: null,
  trades: NO_TRADES,
  computed: 0,
  openings: [],
  ...more,
})
const shares = { family: 'outcome', asset: '#360', name: 'Yes, Rain', bucket: null } as const
const binary = { family: 'binary', asset: 'GALPHA', name: 'GALPHA' } as const
const DAYS = [
  day(1, '10', '1', { trades: ended('9') }),
  day(1, '-4', '0.5', { ...binary, trades: ended('-4.5') }),
  day(2, '-8', '1', { trades: ended('-12', '3'), settledAt: price('553.00') }),
  day(2, '5', '0', { ...shares, unknown: 1, trades: ended(null) }),
  day(3, '2', '0', { bucket: millis(2 * DAY_MS + 7_200_000), settledAt: price('553.05'), trades: ended('2') }),
]

describe('result rows', () => {
  it.each([
    ['day', ['3 2 USDC', '2 -9 USDC', '2 5 USDH', '1 4.5 USDC']],
    ['bucket', ['2 -7 USDC NYCTMP1 553.05', '2 5 USDH Yes, Rain', '1 9 USDC NYCTMP1', '1 -4.5 USDC GALPHA']],
    ['market', ['2 USDC NYCTMP1', '-4.5 USDC GALPHA', '5 USDH Yes, Rain']],
    ['family', ['2 USDC scalar', '-4.5 USDC binary', '5 USDH outcome']],
  ] as const)('by %s: two collaterals are never added up', (by, expected) => {
    const rows = resultRows(DAYS, by, 'USDH').map(({ time, result, collateral, name, family, settledAt }) =>
      [time === null ? null : Math.floor(time / DAY_MS), result, collateral, by === 'family' ? family : name, settledAt]
        .filter((part) => part !== null)
        .join(' '),
    )
    expect(rows).toEqual(expected)
  })

  it('add up to the same total for every grouping', () => {
    const sums = (['day', 'bucket', 'market', 'family'] as const).map((by) =>
      resultRows(DAYS, by, 'USDH').reduce((all, { result }) => all + Number(result), 0),
    )
    expect(new Set(sums)).toEqual(new Set([2.5]))
  })
})

describe('result figures', () => {
  it('are separate for each collateral, and count unknown results', () => {
    const [usdc, usdh] = resultFigures(DAYS, 'USDH')
    expect(usdc).toEqual({
      collateral: 'USDC',
      realised: '0',
      fees: '2.5',
      result: '-2.5',
      unknown: 0,
      feesUnknown: 0,
      trades: 5,
      wins: 3,
      losses: 2,
      profitFactor: '0.85',
      averageWin: '4.666667',
      averageLoss: '-8.25',
      expectancy: '-0.5',
      drawdown: '-9',
    })
    expect(usdh).toMatchObject({
      collateral: 'USDH',
      result: '5',
      unknown: 1,
      trades: 0,
      profitFactor: null,
      averageWin: null,
      drawdown: '0',
    })
  })

  it('are empty without activity', () => {
    expect(resultFigures([], 'USDH')).toEqual([])
  })
})
