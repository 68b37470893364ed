/**
 * The history of settlements: every bucket that is known, and what it shows by hour of the day. Kept for good, for the deployment, whoever is
 * signed in (docs/service/buckets.md#settlement).
 */
import { type Decimal, type Price, padTo, placesOf, subtract } from './decimal.ts'
import type { Millis } from './time.ts'

/** A bucket that ended; null is what the candles of the service did not tell. */
export interface SettledBucket {
  readonly asset: string
  /** When it settled, the service's time. */
  readonly end: Millis
  /** The settlement: computed of the marks in its averaging window, for no route tells it. */
  readonly mark: Price | null
  /** The mark an hour and half an hour before that, by candles of a minute. */
  readonly before60: Price | null
  readonly before30: Price | null
}

/** How far back. */
export const HISTORY_PERIODS = ['week', 'month', 'year', 'all'] as const
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number]

const DAY_MS = 86_400_000
const DAYS: { readonly [Period in HistoryPeriod]: number } = { week: 7, month: 30, year: 365, all: Number.NaN }

/** From when on a period is, ms. @param now the service's time */
export const historyFrom = (period: HistoryPeriod, now: number): number =>
  period === 'all' ? 0 : now - DAYS[period] * DAY_MS

/** What `readSettlementHistory` answers. */
export interface SettlementHistory {
  /** Newest first. */
  readonly buckets: readonly SettledBucket[]
  /** Whether everything that the service still tells of the period was read. */
  readonly isWhole: boolean
}

/** The `settlement_history` topic: another version says that there is more to read. */
export interface SettlementHistoryView {
  readonly version: number
}

/** Whether anything is known of it. */
export const isKnown = ({ mark, before60, before30 }: SettledBucket): boolean =>
  mark !== null || before60 !== null || before30 !== null

/** From the mark of that moment to the settlement, a distance in marks or °F alike; null where one of them is not known. */
export function changeFrom(bucket: SettledBucket, since: 'before60' | 'before30'): Decimal | null {
  const { mark, [since]: before } = bucket
  return mark === null || before === null
    ? null
    : padTo(subtract<Decimal>(mark, before), Math.max(placesOf(mark), placesOf(before)))
}

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

/** The history of settlements: every bucket that is known, and what it shows by hour of the day. */
