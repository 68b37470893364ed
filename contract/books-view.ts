/** What windows read of the wallet's books. */
import type { CollateralTrades, DayResult, TradeRecord } from './books/index.ts'
import type { Millis } from './time.ts'

/** The `books` topic: another version says that results are new. */
export interface BooksView {
  readonly version: number
}

/** How far back: whole UTC days up to and with today by the service's clock, or everything that is kept. */
export const PERIODS = ['day', 'week', 'month', 'all'] as const
export type Period = (typeof PERIODS)[number]

/** How many days a period has; null is all of them. */
export const DAYS_OF: { readonly [One in Period]: number | null } = { day: 1, week: 7, month: 30, all: null }

/** How far what is told of a period can be relied on. */
interface Known {
  /** From when on every fill is known; null while that is not certain. */
  readonly since: Millis | null
  /** Whether `since` is no later than the beginning of the period. */
  readonly reachesBack: boolean
  /** Whether all that came in is worked out. */
  readonly isWhole: boolean
}

/** What the days of a period made. */
export interface ResultsView extends Known {
  /** Oldest first. */
  readonly days: readonly DayResult[]
}

/** The trades that ended in a period. */
export interface TradesView extends Known {
  /** Newest first; of very many only the newest. */
  readonly trades: readonly TradeRecord[]
  /** How many there are. */
  readonly count: number
  /** Of all of them. */
  readonly sums: readonly CollateralTrades[]
}
