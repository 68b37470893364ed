import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { causeByOrder } from '../account.ts'
import { money, price, size } from '../decimal.ts'
import { runs } from '../testing/property-runs.ts'
import { millis } from '../time.ts'
import {
  calibrationOf,
  type JudgedOpenings,
  judgedOpenings,
  type OpeningSums,
  WEIGHTS,
  withOpening,
} from './calibration.ts'
import { DAY_MS, type DayResult, dayOf, EMPTY_DAY } from './day-result.ts'
import type { FillEntry } from './entry.ts'
import { workOut } from './testing/entries.ts'

const DAY = dayOf(Date.UTC(2026, 2, 4))

type Bought = readonly [price: string, size: string, cameTrue: boolean | null]
const openingsOf = (...bought: readonly Bought[]): readonly JudgedOpenings[] =>
  bought.flatMap(([at, amount, cameTrue]) => {
    const sums: readonly OpeningSums[] = withOpening([], { side: 'long', size: size(amount), price: price(at) })
    return sums.map((one) => ({ ...one, cameTrue }))
  })

describe('the Brier score', () => {
  it.each<[string, Bought[], number]>([
    [
      'of even bets is 0.25, for any results',
      [
        ['0.5', '1', true],
        ['0.5', '9', false],
        ['0.5', '2', false],
      ],
      0.25,
    ],
    [
      'of a certain prediction that is right is 0',
      [
        ['1', '3', true],
        ['0', '5', false],
      ],
      0,
    ],
    ['of a certain prediction that is wrong is 1', [['1', '3', false]], 1],
    [
      'is the mean square of price minus outcome',
      [
        ['0.8', '1', true],
        ['0.3', '1', false],
      ],
      (0.04 + 0.09) / 2,
    ],
  ])('%s', (_, bought, brier) => {
    expect(calibrationOf(openingsOf(...bought), 'entries').brier).toBeCloseTo(brier, 12)
  })

  it('weighs each entry by its size when weighted by contracts', () => {
    const openings = openingsOf(['0.8', '3', true], ['0.3', '1', false])
    expect(calibrationOf(openings, 'contracts').brier).toBeCloseTo((3 * 0.04 + 0.09) / 4, 12)
  })

  it('is null without entries of known result', () => {
    expect(calibrationOf([], 'entries')).toMatchObject({ brier: null, entries: 0, unknown: 0, bands: [] })
    expect(calibrationOf(openingsOf(['0.5', '1', null]), 'entries')).toMatchObject({
      brier: null,
      entries: 0,
      unknown: 1,
    })
  })

  it('equals the average over single entries, and stays between 0 and 1', () => {
    const bought = fc.tuple(
      fc.integer({ min: 0, max: 1_000 }).map((ticks) => (ticks / 1_000).toFixed(3)),
      fc.integer({ min: 1, max: 99_999 }).map((lots) => (lots / 100).toFixed(2)),
      fc.boolean(),
    )
    fc.assert(
      fc.property(fc.array(bought, { minLength: 1, maxLength: 30 }), fc.constantFrom(...WEIGHTS), (all, weight) => {
        const { brier, bands, entries } = calibrationOf(openingsOf(...all), weight)
        const weigh = (amount: string): number => (weight === 'entries' ? 1 : Number(amount))
        const whole = all.reduce((sum, [, amount]) => sum + weigh(amount), 0)
        const mean = all.reduce((sum, [at, amount, came]) => sum + weigh(amount) * (Number(at) - Number(came)) ** 2, 0)
        expect(brier).toBeCloseTo(mean / whole, 9)
        expect(brier).toBeGreaterThanOrEqual(0)
        expect(brier).toBeLessThanOrEqual(1)
        expect(bands.reduce((sum, band) => sum + band.entries, 0)).toBe(entries)
        for (const { band, average, cameTrue } of bands) {
          expect(average).toBeGreaterThanOrEqual(band / 10 - 1e-9)
          expect(average).toBeLessThanOrEqual((band + 1) / 10 + 1e-9)
          expect(cameTrue).toBeGreaterThanOrEqual(0)
          expect(cameTrue).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: runs(200, 5_000) },
    )
  })
})

describe('openings of days', () => {
  const fill = (
    tid: number,
    at: number,
    asset: string,
    side: 'buy' | 'sell',
    amount: string,
    cost: string,
    oid = '1',
  ) =>
    ({
      ...{
        kind: 'fill',
        tid: String(tid),
        oid,
        cause: causeByOrder(oid),
        asset,
        side,
        fee: money('0'),
        realizedPnl: null,
      },
      ...{ family: asset.startsWith('#') ? 'outcome' : 'binary', price: price(cost), size: size(amount) },
      time: millis(DAY + at),
    }) as FillEntry
  const daysOf = (...days: FillEntry[][]): readonly DayResult[] => {
    let end = EMPTY_DAY
    return days.flatMap((entries, i) => {
      const made = workOut(millis(DAY + i * DAY_MS), end, entries, () => null)
      end = made.end
      return made.results
    })
  }
  const short = (openings: readonly JudgedOpenings[]) =>
    openings.map(({ band, entries, paid, cameTrue }) => [band, entries, paid, cameTrue])

  it('use the price of the side bought, and the settlement as result, even a day later', () => {
    const days = daysOf(
      [
        fill(1, 1, 'GALPHA', 'buy', '10', '0.62'),
        fill(2, 2, 'GALPHA', 'buy', '10', '0.66'),
        // More is sold than was held: the rest opens DOWN at 0.35.
        fill(3, 3, 'GALPHA', 'sell', '25', '0.65'),
      ],
      [fill(4, DAY_MS, 'GALPHA', 'buy', '5', '0', 'settlement')],
    )
    expect(short(judgedOpenings(days, new Map()))).toEqual([
      [6, 2, '12.8', false],
      [3, 1, '1.75', true],
    ])
  })

  it("use the market's payout when sold early, if it is listed", () => {
    const days = daysOf([fill(1, 1, '#360', 'buy', '10', '0.3'), fill(2, 2, '#360', 'sell', '10', '0.5')])
    expect(short(judgedOpenings(days, new Map()))).toEqual([[3, 1, '3', null]])
    expect(short(judgedOpenings(days, new Map([['#360', price('1')]])))).toEqual([[3, 1, '3', true]])
  })

  it('use the result of the bucket when closed early, on either side', () => {
    const days = daysOf([
      fill(1, 1, 'GALPHA', 'buy', '10', '0.62'),
      fill(2, 2, 'GALPHA', 'sell', '14', '0.55'),
      fill(3, 3, 'GALPHA', 'buy', '4', '0.5'),
    ])
    const requests: unknown[] = []
    const ended = (up: string | null) => (asset: string, bucket: number) => {
      requests.push([asset, bucket])
      return up === null ? null : price(up)
    }
    expect(short(judgedOpenings(days, new Map(), ended('1')))).toEqual([
      [6, 1, '6.2', true],
      [4, 1, '1.8', false],
    ])
    expect(short(judgedOpenings(days, new Map(), ended('0')))).toEqual([
      [6, 1, '6.2', false],
      [4, 1, '1.8', true],
    ])
    expect(short(judgedOpenings(days, new Map(), ended(null)))).toEqual([
      [6, 1, '6.2', null],
      [4, 1, '1.8', null],
    ])
    expect(requests[0]).toEqual(['GALPHA', DAY])
  })
})
