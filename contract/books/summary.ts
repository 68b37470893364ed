/** Views of results, put together of what days made: rows by day, bucket, market or family, and the figures of a whole stretch. Pure. */

import type { Family } from '../account.ts'
import { COLLATERALS, type Collateral, collateralOf } from '../collateral.ts'
import {
  absolute,
  add,
  type Decimal,
  divide,
  type Money,
  type Price,
  type Size,
  signOf,
  subtract,
  whole,
  ZERO,
} from '../decimal.ts'
import type { Millis } from '../time.ts'
import type { DayResult } from './day-result.ts'
import { joinedTrades, NO_TRADES, type TradeSums } from './trade.ts'

/** Of trades whose result is known, after fees. */
interface TradeFigures {
  readonly trades: number
  readonly wins: number
  readonly losses: number
  /** What won divided by what was lost; null where nothing was lost. */
  readonly profitFactor: Decimal | null
  /** To 6 decimals, half up; null where there is none. */
  readonly averageWin: Money | null
  readonly averageLoss: Money | null
  /** What a trade made on average. */
  readonly expectancy: Money | null
}

const MONEY_PLACES = 6
const FACTOR_PLACES = 2

/** What trades came to on average. Pure. */
export const tradeFigures = ({ known, wins, losses, won, lost }: TradeSums): TradeFigures => ({
  trades: known,
  wins,
  losses,
  profitFactor: signOf(lost) === 0 ? null : (divide(won, absolute(lost) as Decimal, FACTOR_PLACES) as Decimal),
  averageWin: averageOf(won, wins),
  averageLoss: averageOf(lost, losses),
  expectancy: averageOf(add(won, lost), known),
})

/** A sum over a count, to the micro-unit, half up; null over none. */
export const averageOf = (sum: Money, count: number): Money | null =>
  count === 0 ? null : divide(sum, whole(count), MONEY_PLACES)

/** The trades of one collateral. */
export interface CollateralTrades {
  readonly collateral: Collateral
  readonly sums: TradeSums
}

/** Of each collateral in which a trade ended, USDC first. @param outcomes collateral of outcome markets */
export const tradeSumsOf = (days: readonly DayResult[], outcomes: Collateral): readonly CollateralTrades[] =>
  COLLATERALS.flatMap((collateral) => {
    const own = days.filter(({ family }) => collateralOf(family, outcomes) === collateral)
    const sums = own.reduce((all, { trades }) => joinedTrades(all, trades), NO_TRADES)
    return sums.known + sums.unknown === 0 ? [] : [{ collateral, sums }]
  })

/** What rows of results stand for. */
export const RESULTS_BY = ['day', 'bucket', 'market', 'family'] as const
export type ResultsBy = (typeof RESULTS_BY)[number]

/** One row: money of USDC and of USDH is never added up. */
export interface ResultRow {
  readonly id: string
  readonly collateral: Collateral
  /** Start of the day or bucket; null where the row is of all of them. */
  readonly time: Millis | null
  readonly family: Family | null
  readonly asset: string | null
  /** What a person calls the market; the asset where that is not known. */
  readonly name: string | null
  readonly realised: Money
  readonly fees: Money
  /** Realized less fees. */
  readonly result: Money
  /** Closings of which the result is not known. */
  readonly unknown: number
  readonly feesUnknown: number
  readonly fills: number
  readonly traded: Size
  /** Positions that ended. */
  readonly trades: number
  readonly settledAt: Price | null
  /** Settlements that the terminal worked out, for the service wrote none as a fill. */
  readonly computed: number
}

/**
 * Rows, those of the newest time first; of the same time, or of none, the largest traded first as they came.
 * @param outcomes collateral of outcome markets
 */
export function resultRows(days: readonly DayResult[], by: ResultsBy, outcomes: Collateral): readonly ResultRow[] {
  const rows = new Map<string, ResultRow>()
  for (const day of days) {
    const first = rowOf(day, by, outcomes)
    const row = rows.get(first.id)
    rows.set(first.id, row === undefined ? first : joined(row, first))
  }
  return [...rows.values()].toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0))
}

function rowOf(day: DayResult, by: ResultsBy, outcomes: Collateral): ResultRow {
  const { family, asset, name, bucket, realised, fees, unknown, feesUnknown, fills, traded, settledAt, computed } = day
  const collateral = collateralOf(family, outcomes)
  const ofMarket = by === 'bucket' || by === 'market'
  const time = by === 'day' ? day.day : by === 'bucket' ? (bucket ?? day.day) : null
  const own = by === 'family' ? family : ofMarket ? asset : ''
  return {
    id: [time ?? '', own, collateral].join('/'),
    collateral,
    time,
    family: by === 'day' ? null : family,
    asset: ofMarket ? asset : null,
    name: ofMarket ? (name ?? asset) : null,
    realised,
    fees,
    result: subtract(realised, fees),
    unknown,
    feesUnknown,
    fills,
    traded,
    trades: day.trades.known + day.trades.unknown,
    // Of several buckets, none of their settlements is that of the row.
    settledAt: by === 'bucket' || (by === 'market' && family === 'outcome') ? settledAt : null,
    computed,
  }
}

const joined = (a: ResultRow, b: ResultRow): ResultRow => ({
  ...a,
  name: a.name === a.asset ? b.name : a.name,
  realised: add(a.realised, b.realised),
  fees: add(a.fees, b.fees),
  result: add(a.result, b.result),
  unknown: a.unknown + b.unknown,
  feesUnknown: a.feesUnknown + b.feesUnknown,
  fills: a.fills + b.fills,
  traded: add(a.traded, b.traded),
  trades: a.trades + b.trades,
  settledAt: b.settledAt ?? a.settledAt,
  computed: a.computed + b.computed,
})

/** What a stretch of time made in one collateral. */
export interface ResultFigures extends TradeFigures {
  readonly collateral: Collateral
  readonly realised: Money
  readonly fees: Money
  /** Realized less fees. */
  readonly result: Money
  /** Closings and fees that are not known: the sums lack them. */
  readonly unknown: number
  readonly feesUnknown: number
  /** The largest fall of the summed results from a day's end to that of a later one; zero or negative. */
  readonly drawdown: Money
}

const NO_MONEY = ZERO as Money

/**
 * Of each collateral in which anything was done, USDC first; of those of `also` in any case.
 * @param outcomes collateral of outcome markets
 */
export function resultFigures(
  days: readonly DayResult[],
  outcomes: Collateral,
  also: readonly Collateral[] = [],
): readonly ResultFigures[] {
  return COLLATERALS.flatMap((collateral) => {
    const own = days.filter(({ family }) => collateralOf(family, outcomes) === collateral)
    return own.length === 0 && !also.includes(collateral) ? [] : [figuresOf(own, collateral)]
  })
}

function figuresOf(days: readonly DayResult[], collateral: Collateral): ResultFigures {
  const realised = sum(days.map((day) => day.realised))
  const fees = sum(days.map((day) => day.fees))
  const trades = days.reduce((all, day) => joinedTrades(all, day.trades), NO_TRADES)
  return {
    collateral,
    realised,
    fees,
    result: subtract(realised, fees),
    unknown: days.reduce((all, { unknown }) => all + unknown, 0),
    feesUnknown: days.reduce((all, { feesUnknown }) => all + feesUnknown, 0),
    ...tradeFigures(trades),
    drawdown: drawdownOf(days),
  }
}

const sum = (amounts: readonly Money[]): Money => amounts.reduce<Money>((all, one) => add(all, one), NO_MONEY)
/** By the ends of days, from nothing at the beginning. */
function drawdownOf(days: readonly DayResult[]): Money {
  let level = NO_MONEY
  let top = NO_MONEY
  let worst = NO_MONEY
  const byDay = new Map<number, Money>()
  for (const { day, realised, fees } of days) byDay.set(day, add(byDay.get(day) ?? NO_MONEY, subtract(realised, fees)))
  for (const [, change] of [...byDay].toSorted(([a], [b]) => a - b)) {
    level = add(level, change)
    if (signOf(subtract(level, top)) > 0) top = level
    const fall = subtract(level, top)
    if (signOf(subtract(fall, worst)) < 0) worst = fall
  }
  return worst
}
