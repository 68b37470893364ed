import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../decimal.ts'
import type { Candle } from '../market.ts'
import { millis } from '../time.ts'
import {
  type Assumptions,
  atOrAbove,
  Forecaster,
  pathOf,
  pathOfCandles,
  quantileOf,
  USUAL_ASSUMPTIONS,
} from './index.ts'
import { averageBetween, markAt } from './mark-path.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const END = 1000 * HOUR
const NOTHING = pathOf(0, 1000, new Float64Array(0))
const NO_PAST: ConstructorParameters<typeof Forecaster>[0] = { days: NOTHING, hours: NOTHING, minutes: NOTHING }
const own: Assumptions = { ...USUAL_ASSUMPTIONS, volatility: { by: 'own', perRootHour: 0.8 } }
const moment = (left: number, soFar: number | null = null) => ({
  ...{ now: END - left, end: END, window: 2 * MINUTE, mark: 561, soFar },
})

describe('the volatility of the remaining mean', () => {
  it('counts the time until the window in full, and one third of the time within', () => {
    const found = new Forecaster(NO_PAST).forecast(moment(HOUR), own)
    expect(found).toMatchObject({ is: 'forecast', openShare: 1, drift: 0, stretches: expect.any(Number) })
    const hours = (58 + 2 / 3) / 60
    expect(found.is === 'forecast' && found.remainingDeviation).toBeCloseTo(0.8 * Math.sqrt(hours), 9)
    expect(found.is === 'forecast' && found.perRootHour).toBeCloseTo(0.8, 9)
  })

  it('within the window is that of the rest with its weight; what was seen is certain', () => {
    const found = new Forecaster(NO_PAST).forecast(moment(30_000, 560.8), own)
    if (found.is !== 'forecast') throw new Error(found.is)
    expect(found.openShare).toBe(0.25)
    expect(found.distribution.mean).toBeCloseTo(560.85, 9)
    expect(found.distribution.deviation).toBeCloseTo(0.25 * 0.8 * Math.sqrt(30 / 3600 / 3), 9)
  })

  it('is zero at the end', () => {
    const found = new Forecaster(NO_PAST).forecast(moment(0, 560.8), own)
    if (found.is !== 'forecast') throw new Error(found.is)
    expect(found.distribution).toMatchObject({ mean: 560.8, deviation: 0 })
    expect([560.79, 560.8, 560.81].map((mark) => atOrAbove(found.distribution, mark))).toEqual([1, 1, 0])
  })
})

describe('a forecast from the past', () => {
  /** Marks that rise and fall by one degree over two hours, every five minutes. */
  const days = (count: number) =>
    pathOf(
      END - HOUR - count * 5 * MINUTE,
      5 * MINUTE,
      Float64Array.from({ length: count + 1 }, (_, i) => 560 + Math.sin((Math.PI * i) / 12)),
    )

  it('is not available with too few stretches of the remaining length', () => {
    const found = new Forecaster({ ...NO_PAST, days: days(48) }).forecast(moment(HOUR), USUAL_ASSUMPTIONS)
    expect(found).toEqual({ is: 'not_enough', have: 3, need: 12, stretch: HOUR })
    expect(new Forecaster(NO_PAST).forecast(moment(HOUR), USUAL_ASSUMPTIONS)).toMatchObject({ have: 0 })
  })

  it('includes a drift once it is proven, and only if requested', () => {
    const forecaster = new Forecaster({ ...NO_PAST, days: days(1200) })
    const found = forecaster.forecast({ ...moment(HOUR), mark: 560 }, USUAL_ASSUMPTIONS)
    if (found.is !== 'forecast') throw new Error(found.is)
    expect(found.proven?.isProven).toBe(true)
    expect(found.remainingDeviation).toBeLessThan(0.1)
    const stays = forecaster.forecast({ ...moment(HOUR), mark: 560 }, { ...USUAL_ASSUMPTIONS, drift: false })
    if (stays.is !== 'forecast') throw new Error(stays.is)
    expect(stays).toMatchObject({ drift: 0, distribution: { mean: 560 } })
    expect(stays.remainingDeviation).toBeGreaterThan(1)
  })

  it('widens by the factor', () => {
    const forecaster = new Forecaster({ ...NO_PAST, days: days(1200) })
    const [one, two] = [1, 2].map((factor) =>
      forecaster.forecast(moment(HOUR), { ...USUAL_ASSUMPTIONS, volatility: { by: 'past', factor } }),
    )
    if (one?.is !== 'forecast' || two?.is !== 'forecast') throw new Error('no forecast')
    expect(two.remainingDeviation).toBeCloseTo(2 * one.remainingDeviation, 12)
  })
})

describe('a distribution', () => {
  it('agrees with its own quantiles, and is monotonic in the mark', () => {
    const found = new Forecaster(NO_PAST).forecast(moment(HOUR), own)
    if (found.is !== 'forecast') throw new Error(found.is)
    const { distribution } = found
    fc.assert(
      fc.property(fc.double({ min: 0.0005, max: 0.9995, noNaN: true }), (p) => {
        expect(1 - atOrAbove(distribution, quantileOf(distribution, p))).toBeCloseTo(p, 4)
      }),
    )
    const mark = fc.double({ min: 550, max: 570, noNaN: true })
    fc.assert(
      fc.property(mark, mark, (a, b) => {
        expect(atOrAbove(distribution, Math.min(a, b))).toBeGreaterThanOrEqual(atOrAbove(distribution, Math.max(a, b)))
      }),
    )
  })
})

describe('a mark path', () => {
  const candle = (minute: number, open: string, close: string): Candle => ({
    ...{ time: millis(minute * MINUTE), open: price(open), close: price(close) },
    ...{ high: price(open) as Price, low: price(open) as Price },
  })

  it('averages any stretch, bridging a late candle but no longer gap', () => {
    const path = pathOfCandles(
      [candle(0, '560', '561'), candle(1, '561', '562'), candle(3, '563', '564'), candle(9, '560', '560')],
      60,
    )
    expect(markAt(path, 0.5 * MINUTE)).toBe(560.5)
    expect(averageBetween(path, 0, 2 * MINUTE)).toBe(561)
    expect(averageBetween(path, 0.5 * MINUTE, 3.5 * MINUTE)).toBe(562)
    expect(averageBetween(path, 3 * MINUTE, 9 * MINUTE)).toBeNaN()
    expect(averageBetween(path, -MINUTE, MINUTE)).toBeNaN()
    expect(averageBetween(path, 9 * MINUTE, 11 * MINUTE)).toBeNaN()
  })
})
