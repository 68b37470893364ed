/**
 * Settlement history: every known bucket, and statistics by hour of day. Stored permanently per deployment, regardless of who is signed in
 * (docs/service/buckets.md#settlement).
 */
import { type Decimal, type Price, padTo, placesOf, subtract } from './decimal.ts'
import type { Millis } from './time.ts'

/** A bucket that ended; null is what the service's candles did not show. */
export interface SettledBucket {
  readonly asset: string
  /** Settlement time, service time. */
  readonly end: Millis
  /** Settlement mark: computed from the marks in its averaging window, because no route reports it. */
  readonly mark: Price | null
  /** Marks one hour and half an hour before that, from one-minute candles. */
  readonly before60: Price | null
  readonly before30: Price | null
}

export const HISTORY_PERIODS = ['week', 'month', 'year', 'all'] as const
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number]

const DAY_MS = 86_400_000
const DAYS: { readonly [Period in HistoryPeriod]: number } = { week: 7, month: 30, year: 365, all: Number.NaN }

/** Start of a period, ms. @param now service time */
export const historyFrom = (period: HistoryPeriod, now: number): number =>
  period === 'all' ? 0 : now - DAYS[period] * DAY_MS

/** Result of `readSettlementHistory`. */
export interface SettlementHistory {
  /** Newest first. */
  readonly buckets: readonly SettledBucket[]
  /** Whether everything that the service still has of the period was read. */
  readonly isWhole: boolean
}

/** The `settlement_history` topic: a new version means there is more to read. */
export interface SettlementHistoryView {
  readonly version: number
}

/** Whether any of its marks is known. */
export const isKnown = ({ mark, before60, before30 }: SettledBucket): boolean =>
  mark !== null || before60 !== null || before30 !== null

/** Change from the earlier mark to the settlement, the same in marks and °F; null when one of them is unknown. */
export function changeFrom(bucket: SettledBucket, since: 'before60' | 'before30'): Decimal | null {
  const { mark, [since]: before } = bucket
  return mark === null || before === null
    ? null
    : padTo(subtract<Decimal>(mark, before), Math.max(placesOf(mark), placesOf(before)))
}

/** Minimum number of buckets for statistics. */
export const ENOUGH = 10

/** Statistics of the changes up to settlement, °F; null below `ENOUGH` of them. */
export interface SettlementFigures {
  /** Number of known changes. */
  readonly count: number
  readonly figures: {
    readonly mean: number
    /** The 10th and 90th percentile. */
    readonly low: number
    readonly median: number
    readonly high: number
    /** Fraction that settled above the earlier mark; equal ones count half. */
    readonly up: number
  } | null
}

export interface HourFigures extends SettlementFigures {
  /** Hour of the settlement, 0 to 23. */
  readonly hour: number
}

/** Statistics of changes, °F. */
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

/** Hours with any settlement, ascending. @param hourOf hour of day of a time, 0 to 23 */
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

/** Linear interpolation between the two neighboring values. @param sorted at least one, smallest first */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const low = sorted[below] ?? Number.NaN
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low
  return low + (high - low) * (place - below)
}
