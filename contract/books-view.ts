/** What windows read from the wallet's books. */
import { z } from 'zod'
import {
  type CollateralTrades,
  type ConversionEntry,
  DAY_MS,
  type DayResult,
  dayOf,
  type Excursion,
  type JudgedOpenings,
  type SlippageSums,
  type TradeRecord,
} from './books/index.ts'
import type { Collateral } from './collateral.ts'
import type { Money } from './decimal.ts'
import type { TransferRow } from './equity.ts'
import type { Millis } from './time.ts'

/** The `books` topic: a new version means new results. */
export interface BooksView {
  readonly version: number
}

/** How far back: whole UTC days up to and including today by the service's clock, or everything that is kept. */
const PERIODS = ['day', 'week', 'month', 'all'] as const
type Period = (typeof PERIODS)[number]

/** Number of days of a period; null means all. */
const DAYS_OF: { readonly [One in Period]: number | null } = { day: 1, week: 7, month: 30, all: null }

/** A named period, or one from a time up to, but not including, another; service time. */
export type PeriodInput = Period | { readonly from: number; readonly to: number }

const moment = z.number().int().nonnegative()
/** A range that does not end before it begins; without an end, up to the largest safe integer. */
export const periodInput = z.union([
  z.enum(PERIODS),
  z.strictObject({ from: moment, to: moment }).refine(({ from, to }) => from <= to, 'to must not be before from'),
])

/** Exclusive end of a range that has none. */
export const EVER = Number.MAX_SAFE_INTEGER

/** The range of a period, its end exclusive. @param now service time, ms. */
export function stretchOf(period: PeriodInput, now: number): { readonly from: number; readonly to: number } {
  if (typeof period !== 'string') return period
  const days = DAYS_OF[period]
  return { from: days === null ? 0 : dayOf(now) - (days - 1) * DAY_MS, to: EVER }
}

/** The range of a period in whole UTC days: every day that it touches. @param now service time, ms. */
export function daysIn(period: PeriodInput, now: number): { readonly from: number; readonly to: number } {
  const { from, to } = stretchOf(period, now)
  return { from: dayOf(from), to: to >= EVER - DAY_MS ? EVER : dayOf(to + DAY_MS - 1) }
}

/** How complete the figures of a period are. */
export interface KnownOfPeriod {
  /** Since when every fill is known; null while that is not certain. */
  readonly since: Millis | null
  /** Whether `since` is no later than the start of the period. */
  readonly reachesBack: boolean
  /** Whether everything received has been processed. */
  readonly isWhole: boolean
}

/** Results of the days of a period. */
export interface ResultsView extends KnownOfPeriod {
  /** Oldest first. */
  readonly days: readonly DayResult[]
}

/** A closed trade with its excursion; null until that is calculated. */
export interface TradeRow extends TradeRecord {
  readonly excursion: Excursion | null
}

/** Averages over the winning, or losing, trades of one collateral whose excursions are known; rounded half up to 6 decimals. */
export interface ExcursionAverages {
  readonly collateral: Collateral
  readonly of: 'winners' | 'losers'
  readonly trades: number
  readonly adverse: Money
  readonly favourable: Money
}

/** The trades that ended in a period. */
export interface TradesView extends KnownOfPeriod {
  readonly count: number
  readonly sums: readonly CollateralTrades[]
  readonly excursions: readonly ExcursionAverages[]
  /** Slippage of the period's fills against the prices shown when their orders were sent. */
  readonly slippages: readonly SlippageSums[]
}

/** Calibration of the shares and contracts bought in a period. */
export interface CalibrationView extends KnownOfPeriod {
  readonly openings: readonly JudgedOpenings[]
}

/** Result of `readDaySheet`; each list oldest first. */
export interface DaySheet extends KnownOfPeriod {
  /** Start of the UTC day. */
  readonly day: Millis
  readonly results: readonly DayResult[]
  /** Trades that ended on that day; if there are very many, only the newest. */
  readonly trades: readonly TradeRecord[]
  /** Total number of trades that day. */
  readonly tradeCount: number
  readonly conversions: readonly ConversionEntry[]
  /** Of USDH into the outcomes balance, requested in this terminal. */
  readonly transfers: readonly Omit<TransferRow, 'message'>[]
}
