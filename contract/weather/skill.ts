/**
 * Whether a weather forecast helps to predict where a bucket settles: the squared error of the mark an hour before, with and without the change that the
 * forecast expected. Statistics, therefore floats: none of it may become a price. Pure.
 */
import type { SettledBucket } from '../settlement-history.ts'
import type { Millis } from '../time.ts'
import { type ForecastPoint, forecastAt } from './station.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A bucket begins this long before its end, ms (docs/service/buckets.md#bucket). */
export const BUCKET_LENGTH = 2 * HOUR

/** Fewer buckets prove nothing, and nothing is drawn from them. */
export const MIN_BUCKETS = 100

export interface ForecastSkill {
  /** Number of buckets with both marks and a forecast from before they began. */
  readonly buckets: number
  /** Mean squared errors, °F²; null without any bucket. */
  readonly without: number | null
  readonly with: number | null
}

/** Expected change between two moments, °F: a bias of the forecast cancels out. Null where it does not cover both. */
export function expectedChange(points: readonly ForecastPoint[], from: number, to: number): number | null {
  const [before, after] = [forecastAt(points, from), forecastAt(points, to)]
  return before === null || after === null ? null : after - before
}

/** The middle of the part of the final window that is still to come, ms. */
export const middleAhead = (now: number, end: number, window: number): number => (Math.max(now, end - window) + end) / 2

/** @param forecastBefore the points of the latest forecast that was known at a moment; null where none was */
export function skillOf(
  buckets: readonly Pick<SettledBucket, 'end' | 'mark' | 'before60'>[],
  forecastBefore: (moment: Millis) => readonly ForecastPoint[] | null,
): ForecastSkill {
  let count = 0
  let [without, withIt] = [0, 0]
  for (const { end, mark, before60 } of buckets) {
    if (mark === null || before60 === null) continue
    const points = forecastBefore((end - BUCKET_LENGTH) as Millis)
    const change = points === null ? null : expectedChange(points, end - HOUR, end - MINUTE)
    if (change === null) continue
    const moved = Number(mark) - Number(before60)
    count += 1
    without += moved ** 2
    withIt += (moved - change) ** 2
  }
  return { buckets: count, without: count === 0 ? null : without / count, with: count === 0 ? null : withIt / count }
}
