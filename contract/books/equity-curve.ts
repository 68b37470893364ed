/** Curves of equity and of results, and how far they fell. Exact; what draws them makes pixels of it. Pure. */
import type { Family } from '../account.ts'
import { add, type Money, signOf, subtract, ZERO } from '../decimal.ts'
import { type Millis, millis } from '../time.ts'
import { DAY_MS, type DayResult } from './day-result.ts'
import { type EquitySample, equityOfSample, together } from './equity-sample.ts'

/** A value at a moment. */
export interface CurvePoint {
  readonly at: Millis
  readonly value: Money
}

/** Equity at every sample of which it is known. */
export const equityCurve = (samples: readonly EquitySample[]): readonly CurvePoint[] =>
  samples.flatMap((sample) => {
    const value = equityOfSample(sample)
    return value === null ? [] : [{ at: sample.at, value }]
  })

/** What each day made after fees, in one family or in all of them, 1 USDH counted as 1 USDC; oldest first. */
export function dailyResults(days: readonly DayResult[], family: Family | null): readonly CurvePoint[] {
  const byDay = new Map<Millis, Money>()
  for (const { day, family: own, realised, fees } of days) {
    if (family === null || own === family) byDay.set(day, add(byDay.get(day) ?? NOTHING, subtract(realised, fees)))
  }
  return [...byDay].toSorted(([a], [b]) => a - b).map(([at, value]) => ({ at, value }))
}

/** The same summed up from nothing, at the end of each day. */
export function summedResults(daily: readonly CurvePoint[]): readonly CurvePoint[] {
  let value = NOTHING
  const ends = daily.map((day) => {
    value = add(value, day.value)
    return { at: millis(day.at + DAY_MS), value }
  })
  const [first] = daily
  return first === undefined ? [] : [{ at: first.at, value: NOTHING }, ...ends]
}

/** The largest fall from a point to a later one; zero or negative. */
export function largestFall(points: readonly CurvePoint[]): Money {
  let top: Money | null = null
  let worst = NOTHING
  for (const { value } of points) {
    if (top === null || signOf(subtract(value, top)) > 0) top = value
    const fall = subtract(value, top)
    if (signOf(subtract(fall, worst)) < 0) worst = fall
  }
  return worst
}

/** Equity without what came from outside or went there: only that can be lost by trading. Of samples that are reconciled. */
export const tradedCurve = (samples: readonly EquitySample[]): readonly CurvePoint[] =>
  samples
    .filter(({ agrees }) => agrees)
    .flatMap((sample) => {
      const value = equityOfSample(sample)
      return value === null ? [] : [{ at: sample.at, value: subtract(value, together(sample.outside)) }]
    })

const NOTHING = ZERO as Money
