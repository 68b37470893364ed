/** What settlements did in the last hour before them, by hour of the day. Statistics, in °F: plain numbers, which never become a price. Pure. */
import { changeFrom, type SettledBucket } from './history.ts'

/** Of fewer buckets than this no figure is drawn. */
export const ENOUGH = 10

/** What the changes to the settlement were, °F; null below `ENOUGH` of them. */
export interface SettlementFigures {
  /** Changes that are known. */
  readonly count: number
  readonly figures: {
    readonly mean: number
    /** A tenth of them were below the first, a tenth above the last. */
    readonly low: number
    readonly median: number
    readonly high: number
    /** How many settled above the mark of that moment, of 1; those that settled at it count half. */
    readonly up: number
  } | null
}

export interface HourFigures extends SettlementFigures {
  /** 0 to 23, of the settlement. */
  readonly hour: number
}

/** The figures of changes, °F. */
export function figuresOf(changes: readonly number[]): SettlementFigures {
  const count = changes.length
  if (count < ENOUGH) return { count, figures: null }
  const sorted = [...changes].sort((a, b) => a - b)
  const rises = changes.reduce((sum, change) => sum + (change > 0 ? 1 : change === 0 ? 0.5 : 0), 0)
  return {
    count,
    figures: {
      mean: changes.reduce((sum, change) => sum + change, 0) / count,
      low: quantile(sorted, 0.1),
      median: quantile(sorted, 0.5),
      high: quantile(sorted, 0.9),
      up: rises / count,
    },
  }
}

/** Hours in which anything settled, from 0 on. @param hourOf the hour of the day at a moment, 0 to 23 */
export function byHour(
  buckets: readonly SettledBucket[],
  since: 'before60' | 'before30',
  hourOf: (at: number) => number,
): readonly HourFigures[] {
  const hours = new Map<number, number[]>()
  for (const bucket of buckets) {
    const change = changeFrom(bucket, since)
    if (change === null) continue
    const hour = hourOf(bucket.end)
    const changes = hours.get(hour)
    if (changes === undefined) hours.set(hour, [Number(change)])
    else changes.push(Number(change))
  }
  return [...hours].sort(([a], [b]) => a - b).map(([hour, changes]): HourFigures => ({ hour, ...figuresOf(changes) }))
}

/** Between the two values around it, as far as it lies between their places. @param sorted at least one, smallest first */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (high - low) * (place - below)
}
