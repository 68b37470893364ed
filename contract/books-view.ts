/** What windows read of the wallet's books. */
import { z } from 'zod'
import type { ActionState } from './action.ts'
import {
  type CollateralTrades,
  type ConversionEntry,
  DAY_MS,
  type DayResult,
  dayOf,
  type Excursion,
  type GotSums,
  type JudgedOpenings,
  type TradeRecord,
} from './books/index.ts'
import type { Collateral } from './collateral.ts'
import type { Money } from './decimal.ts'
import type { Millis } from './time.ts'

/** The `books` topic: another version says that results are new. */
export interface BooksView {
  readonly version: number
}

/** How far back: whole UTC days up to and with today by the service's clock, or everything that is kept. */
const PERIODS = ['day', 'week', 'month', 'all'] as const
type Period = (typeof PERIODS)[number]

/** How many days a period has; null is all of them. */
const DAYS_OF: { readonly [One in Period]: number | null } = { day: 1, week: 7, month: 30, all: null }

/** A period by its name, or from a moment up to another, its end left out; the service's time. */
export type AskedPeriod = Period | { readonly from: number; readonly to: number }

const moment = z.number().int().nonnegative()
/** A stretch that ends no earlier than it begins: without an end up to the largest whole number. */
export const askedPeriod = z.union([
  z.enum(PERIODS),
  z.strictObject({ from: moment, to: moment }).refine(({ from, to }) => from <= to, 'to must not be before from'),
])

/** Everything that there is: no end is set. */
export const EVER = Number.MAX_SAFE_INTEGER

/** From which moment up to which a period is, its end left out. @param now the service's time, ms. */
export function stretchOf(period: AskedPeriod, now: number): { readonly from: number; readonly to: number } {
  if (typeof period !== 'string') return period
  const days = DAYS_OF[period]
  return { from: days === null ? 0 : dayOf(now) - (days - 1) * DAY_MS, to: EVER }
}

/** The same in whole UTC days, of which each that the period touches is meant. */
export function daysIn(period: AskedPeriod, now: number): { readonly from: number; readonly to: number } {
  const { from, to } = stretchOf(period, now)
  return { from: dayOf(from), to: to >= EVER - DAY_MS ? EVER : dayOf(to + DAY_MS - 1) }
}

/** How far what is told of a period can be relied on. */
export interface KnownOfPeriod {
  /** From when on every fill is known; null while that is not certain. */
  readonly since: Millis | null
  /** Whether `since` is no later than the beginning of the period. */
  readonly reachesBack: boolean
  /** Whether all that came in is worked out. */
  readonly isWhole: boolean
}

/** What the days of a period made. */
export interface ResultsView extends KnownOfPeriod {
  /** Oldest first. */
  readonly days: readonly DayResult[]
}

/** A trade that ended, with how far the price went meanwhile; null until that was worked out. */
export interface TradeRow extends TradeRecord {
  readonly excursion: Excursion | null
}

/** Averages over the trades of one collateral that won, or lost, whose excursions are known; rounded half up to 6 decimals. */
export interface ExcursionAverages {
  readonly collateral: Collateral
  readonly of: 'winners' | 'losers'
  readonly trades: number
  readonly adverse: Money
  readonly favourable: Money
}

/** What the trades that ended in a period came to. */
export interface TradesView extends KnownOfPeriod {
  /** How many there are. */
  readonly count: number
  readonly sums: readonly CollateralTrades[]
  readonly excursions: readonly ExcursionAverages[]
  /** What the period's fills got against what was shown when their orders were sent. */
  readonly got: readonly GotSums[]
}

/** What was bought in a period that comes true or not. */
export interface CalibrationView extends KnownOfPeriod {
  readonly openings: readonly JudgedOpenings[]
}

/** A transfer of collateral that this terminal was asked for. */
export interface DayTransfer {
  readonly id: string
  /** USDH into the balance that outcome trading needs. */
  readonly amount: Money
  readonly state: ActionState
  /** The service's time. */
  readonly at: Millis
}

/** What `readDaySheet` answers, each oldest first. */
export interface DaySheet {
  /** Start of the UTC day. */
  readonly day: Millis
  readonly results: readonly DayResult[]
  /** Those that ended on it; of very many only the newest. */
  readonly trades: readonly TradeRecord[]
  /** How many there are. */
  readonly tradeCount: number
  readonly conversions: readonly ConversionEntry[]
  readonly transfers: readonly DayTransfer[]
  /** From when on every fill is known; null while that is not certain. */
  readonly since: Millis | null
  /** Whether that is no later than the beginning of the day. */
  readonly reachesBack: boolean
  /** Whether all that came in is worked out. */
  readonly isWhole: boolean
}
