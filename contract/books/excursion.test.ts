import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Family } from '../account.ts'
import { compare, money, negate, type Price, price, signOf, size, subtract } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { millis } from '../time.ts'
import { dayOf, EMPTY_DAY } from './day-result.ts'
import type { FillEntry } from './entry.ts'
import { type Excursion, excursing, filledSpans, longestGap, type PriceSpan, tradePath } from './excursion.ts'
import { workOut } from './testing/entries.ts'

const DAY = dayOf(Date.UTC(2026, 2, 4))
const SECOND = 1_000

type Filled = readonly [second: number, side: 'buy' | 'sell', size: string, price: string]
const entriesOf = (family: Family, rows: readonly Filled[]): FillEntry[] =>
  rows.map(([second, side, amount, at], i) => ({
    kind: 'fill',
    tid: String(i),
    oid: '1',
    cause: null,
    family,
    asset: 'A',
    side,
    price: price(at),
    size: size(amount),
    fee: money('0'),
    realizedPnl: null,
    time: millis(DAY + second * SECOND),
  }))
/** One-second spans for each low and high, starting at the first second. */
const spansOf = (...prices: readonly (readonly [low: string, high: string])[]): PriceSpan[] =>
  prices.map(([low, high], i) => ({
    from: DAY + i * SECOND,
    to: DAY + (i + 1) * SECOND,
    low: price(low),
    high: price(high),
  }))

function excursionOf(...path: Parameters<typeof excursing>): Excursion {
  const work = excursing(...path)
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

const excursionsOf = (family: Family, rows: readonly Filled[], spans: readonly PriceSpan[], mostGap = 0) => {
  const entries = entriesOf(family, rows)
  const { trades } = workOut(DAY, EMPTY_DAY, entries, () => null)
  return trades.map((trade) => excursionOf(tradePath(trade, entries), spans, mostGap))
}

describe('excursions', () => {
  it.each<[string, Family, Filled[], [string, string][], [string, string, string, string]]>([
    [
      'against a long and for it',
      'scalar',
      [
        [0, 'buy', '2', '570'],
        [3, 'sell', '2', '571'],
      ],
      [
        ['569.5', '570'],
        ['570', '572.25'],
        ['571', '571'],
      ],
      ['0.5', '2.25', '1', '4.5'],
    ],
    [
      'against a short and for it',
      'scalar',
      [
        [0, 'sell', '2', '570'],
        [3, 'buy', '2', '571'],
      ],
      [
        ['569.5', '570'],
        ['570', '572.25'],
        ['571', '571'],
      ],
      ['2.25', '0.5', '4.5', '1'],
    ],
    [
      'for DOWN, when the price of UP falls',
      'binary',
      [
        [0, 'sell', '10', '0.4'],
        [2, 'buy', '10', '0.3'],
      ],
      [
        ['0.35', '0.45'],
        ['0.2', '0.3'],
      ],
      ['0.05', '0.2', '0.5', '2'],
    ],
    [
      'including realized P&L: most was closed before the fall',
      'scalar',
      [
        [0, 'buy', '10', '570'],
        [1, 'sell', '9', '571'],
        [3, 'sell', '1', '561'],
      ],
      [
        ['570', '571'],
        ['560', '571'],
        ['560', '561'],
      ],
      ['10', '1', '1', '10'],
    ],
    [
      'with zero adverse when the price only rose',
      'outcome',
      [
        [0, 'buy', '10', '0.4'],
        [2, 'sell', '10', '0.6'],
      ],
      [
        ['0.4', '0.5'],
        ['0.5', '0.6'],
      ],
      ['0', '0.2', '0', '2'],
    ],
  ])('%s', (_, family, rows, spans, [adverse, favourable, adverseMoney, favourableMoney]) => {
    expect(excursionsOf(family, rows, spansOf(...spans))).toEqual([
      { adverse, favourable, adverseMoney, favourableMoney },
    ])
  })

  it('of a flipped position count from the fill that flipped it', () => {
    const rows: Filled[] = [
      [0, 'buy', '1', '570'],
      [1, 'sell', '3', '571'],
      [2, 'buy', '2', '570'],
    ]
    const both = excursionsOf('scalar', rows, spansOf(['569', '571'], ['570', '572']))
    expect(both).toEqual([
      { adverse: '1', favourable: '1', adverseMoney: '1', favourableMoney: '1' },
      { adverse: '1', favourable: '1', adverseMoney: '2', favourableMoney: '2' },
    ])
  })

  it.each<[string, PriceSpan[], string]>([
    ['no prices', [], 'The venue has no prices for that time.'],
    [
      'a gap',
      [...spansOf(['570', '570']), ...spansOf(...Array<[string, string]>(4).fill(['570', '570'])).slice(3)],
      'for 2 s',
    ],
    ['an end without prices', spansOf(['570', '570'], ['570', '570']), 'for 2 s'],
  ])('are unknown over %s, with the reason', (_, spans, why) => {
    const rows: Filled[] = [
      [0, 'buy', '1', '570'],
      [4, 'sell', '1', '570'],
    ]
    expect(excursionsOf('scalar', rows, spans, 1_500)).toEqual([{ why: expect.stringContaining(why) }])
  })

  it('are unknown for a position opened before the records begin', () => {
    const settled = entriesOf('scalar', [[1, 'sell', '1', '570']]).map((one) => ({
      ...one,
      cause: 'settlement' as const,
    }))
    const { trades } = workOut(DAY, EMPTY_DAY, settled, () => null)
    expect(trades.map((trade) => excursionOf(tradePath(trade, settled), [], 0))).toEqual([
      { why: 'Its fills are no longer stored.' },
    ])
  })

  it("are never negative, never beyond the extremes of the trade's life, and cover the realized P&L", () => {
    const row = fc.tuple(
      fc.nat(20),
      fc.constantFrom('buy' as const, 'sell' as const),
      fc.integer({ min: 1, max: 300 }).map((lots) => (lots / 100).toFixed(2)),
      fc.integer({ min: 1, max: 999 }),
    )
    const span = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }))
    const spans = fc.array(span, { minLength: 21, maxLength: 21 })
    fc.assert(
      fc.property(
        fc.constantFrom<Family>('scalar', 'binary'),
        fc.array(row, { minLength: 2, maxLength: 12 }),
        spans,
        (family, rows, range) => {
          const at = (ticks: number): string =>
            family === 'scalar' ? (500 + ticks / 10).toFixed(2) : (ticks / 1_000).toFixed(3)
          const ordered = rows.toSorted(([a], [b]) => a - b)
          const entries = entriesOf(
            family,
            ordered.map(([second, side, amount, ticks]) => [second, side, amount, at(ticks)]),
          )
          const all = spansOf(...range.map(([a, b]) => [at(Math.min(a, b)), at(Math.max(a, b))] as const))
          for (const trade of workOut(DAY, EMPTY_DAY, entries, () => null).trades) {
            const { openedAt, closedAt, realised, side } = trade
            const excursion = excursionOf(tradePath(trade, entries), all, 0)
            if (excursion.why !== undefined) {
              // A trade that ended in the instant it began has no duration.
              expect(openedAt).toBe(closedAt)
              continue
            }
            const { adverse, favourable, adverseMoney, favourableMoney } = excursion
            for (const one of [adverse, favourable, adverseMoney, favourableMoney])
              expect(signOf(one)).toBeGreaterThanOrEqual(0)
            const life = [
              ...all
                .filter((one) => one.to > (openedAt ?? 0) && one.from < closedAt)
                .flatMap(({ low, high }) => [low, high]),
              ...entries.filter(({ time }) => time >= (openedAt ?? 0) && time <= closedAt).map((one) => one.price),
            ].toSorted((a, b) => compare(a, b))
            const spread = subtract(life.at(-1) as Price, life[0] as Price)
            expect(compare(adverse, spread)).toBeLessThanOrEqual(0)
            expect(compare(favourable, spread)).toBeLessThanOrEqual(0)
            expect(side === 'long' || side === 'short').toBe(true)
            if (realised === null) throw new Error('every cost is known')
            expect(compare(realised, favourableMoney)).toBeLessThanOrEqual(0)
            expect(compare(realised, negate(adverseMoney))).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns: runs(150, 5_000) },
    )
  })
})

const span = (from: number, to: number, price = '1'): PriceSpan => ({
  ...{ from, to },
  ...{ low: price as Price, high: price as Price },
})
/** Oldest first, not overlapping. */
const some = (price: string): fc.Arbitrary<PriceSpan[]> =>
  fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 6 })), { maxLength: 12 }).map((rows) => {
    let at = 0
    return rows.map(([gap, length]) => {
      const from = at + gap
      at = from + length
      return span(from, at, price)
    })
  })

it('observed prices fill exactly the gaps in the history', () => {
  const history = [span(0, 10), span(20, 30)]
  expect(filledSpans(history, [span(5, 25, '2')])).toEqual({
    spans: [span(0, 10), span(10, 20, '2'), span(20, 30)],
    added: [span(10, 20, '2')],
  })
  expect(filledSpans([], [span(5, 25, '2')]).spans).toEqual([span(5, 25, '2')])
  expect(filledSpans(history, [])).toEqual({ spans: history, added: [] })
})

it("each moment has the first source's price, else the other's, and no duplicates", () => {
  fc.assert(
    fc.property(some('1'), some('2'), (first, others) => {
      const { spans, added } = filledSpans(first, others)
      const at = (list: readonly PriceSpan[], time: number) => list.filter(({ from, to }) => from <= time && time < to)
      for (let time = 0; time < 140; time++) {
        const expected = at(first, time)[0] ?? at(others, time)[0]
        expect(at(spans, time).map(({ low }) => low)).toEqual(expected === undefined ? [] : [expected.low])
      }
      expect(spans.filter(({ low }) => low === '2')).toEqual(added)
      expect(spans.toSorted((a, b) => a.from - b.from)).toEqual(spans)
      for (const one of spans) expect(one.to).toBeGreaterThan(one.from)
    }),
    { numRuns: runs(300, 10_000) },
  )
})

it('the longest gap counts from start to end', () => {
  expect(longestGap([span(2, 4), span(9, 10)], 0, 12)).toBe(5)
  expect(longestGap([span(2, 4)], 0, 4)).toBe(2)
  expect(longestGap([span(20, 40)], 0, 4)).toBeNull()
})
