/** For how long fills and orders are kept one by one, and what windows are told of the records. Pure. */
import { z } from 'zod'
import { dayOf } from './books/index.ts'
import { type Millis, millis } from './time.ts'

/** Shortest last. */
export const KEEPS = ['everything', 'two_years', 'one_year', 'six_months'] as const
export type KeepRecords = (typeof KEEPS)[number]

export const KEEP_WORDS: { readonly [K in KeepRecords]: string } = {
  everything: 'Everything',
  two_years: '2 years',
  one_year: '1 year',
  six_months: '6 months',
}

/** Whole days that are kept besides today, never fewer than the words say in any calendar; null is all of them. */
const DAYS: { readonly [K in KeepRecords]: number | null } = {
  everything: null,
  two_years: 731,
  one_year: 366,
  six_months: 184,
}
const DAY = 86_400_000

export const keepRecords = z.enum(KEEPS)

/** From when on records are kept one by one: the start of a UTC day; null where all are. @param now the service's time. */
export function cutOf(keep: KeepRecords, now: number): Millis | null {
  const days = DAYS[keep]
  return days === null ? null : millis(Math.max(0, dayOf(now) - days * DAY))
}

/** Whether one choice takes away what another keeps. */
export const keepsLess = (keep: KeepRecords, than: KeepRecords): boolean => KEEPS.indexOf(keep) > KEEPS.indexOf(than)

/**
 * Why records cannot be pruned yet: `fills` and `orders` were not read back to their beginning, `books` are not worked out up to the cut,
 * the way of `prices` during trades that ended before it is not, fills were not held against their `previews`,
 * or positions of buckets that ended before the cut still stand in the books: what ended them is yet to be found (`endings`).
 */
export type PruneBar = 'fills' | 'orders' | 'books' | 'prices' | 'previews' | 'endings'

export const BAR_WORDS: { readonly [B in PruneBar]: string } = {
  fills: 'your fills are read back to their beginning',
  orders: 'your orders are read back to their beginning',
  books: 'the results of every day before it are worked out',
  prices: 'the prices during every trade before it are read',
  endings: 'every position whose market ended before it is settled in your books',
  previews: 'every fill before it is compared with what its order’s window showed',
}

/** Records of one kind. */
export interface RecordCount {
  readonly fills: number
  readonly orders: number
}

/** What a choice would put together now. */
export interface PrunePlan extends RecordCount {
  /** What is before this; the service's time. */
  readonly cut: Millis
  /** That is earlier than the choice says, for orders or actions of then are at work. */
  readonly isHeldBack: boolean
  readonly bars: readonly PruneBar[]
}

/** What was put together to sums. */
export interface PrunedView extends RecordCount {
  readonly cut: Millis
  /** Markets that have an opening balance. */
  readonly openings: number
  /** Whether all before the cut is. */
  readonly isDone: boolean
}

/** The records of the wallet that is signed in, and the file that they are in. */
export interface RecordsView extends RecordCount {
  readonly keep: KeepRecords
  /** When the oldest fill and the oldest order were made that are kept; null where there is none. */
  readonly oldestFill: Millis | null
  readonly oldestOrder: Millis | null
  readonly pruned: PrunedView | null
  readonly plans: { readonly [K in Exclude<KeepRecords, 'everything'>]: PrunePlan }
  /** The journal on disk with what is written beside it, and how much of it is free for what comes next; bytes. */
  readonly file: { readonly bytes: number; readonly free: number }
}
