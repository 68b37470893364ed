/** Buckets that settled, as they are kept for good. They belong to the deployment, whoever is signed in (docs/service/buckets.md#settlement). */
import { type Decimal, type Price, padTo, placesOf, subtract } from '../decimal.ts'
import type { Millis } from '../time.ts'

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
