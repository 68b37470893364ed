/** Results views built from daily results: rows by day, bucket, market or family, and the totals of a period. Pure. */

import type { Family } from '../account.ts'
import { COLLATERALS, type Collateral, collateralOf } from '../collateral.ts'
import {
  absolute,
  add,
  type Decimal,
  divide,
  type Money,
  type Price,
  signOf,
  subtract,
  whole,
  ZERO,
} from '../decimal.ts'
import { hasBuckets } from '../family-rules.ts'
import type { Millis } from '../time.ts'
import type { DayResult } from './day-result.ts'
import { dailyResults, largestFall, summedResults } from './equity-curve.ts'
import { joinedTrades, NO_TRADES, type TradeSums } from './trade.ts'

/** Figures of trades with a known result, after fees. */
interface TradeFigures {
  readonly trades: number
  readonly wins: number
  readonly losses: number
  /** Gains divided by losses; null without losses. */
  readonly profitFactor: Decimal | null
  /** To 6 decimals, half up; null when there is none. */
  readonly averageWin: Money | null
  readonly averageLoss: Money | null
  /** Average result of a trade. */
  readonly expectancy: Money | null
}

const MONEY_PLACES = 6
const FACTOR_PLACES = 2

export const tradeFigures = ({ known, wins, losses, won, lost }: TradeSums): TradeFigures => ({
  trades: known,
  wins,
  losses,
  profitFactor: signOf(lost) === 0 ? null : (divide(won, absolute(lost) as Decimal, FACTOR_PLACES) as Decimal),
  averageWin: averageOf(won, wins),
  averageLoss: averageOf(lost, losses),
  expectancy: averageOf(add(won, lost), known),
})

/** Average to the micro-unit, half up; null when the count is zero. */
export const averageOf = (sum: Money, count: number): Money | null =>
  count === 0 ? null : divide(sum, whole(count), MONEY_PLACES)

/** The trades of one collateral. */
export interface CollateralTrades {
  readonly collateral: Collateral
  readonly sums: TradeSums
}

/** For each collateral in which a trade ended, USDC first. @param outcomes collateral of outcome markets */
export const tradeSumsOf = (days: readonly DayResult[], outcomes: Collateral): readonly CollateralTrades[] =>
  COLLATERALS.flatMap((collateral) => {
    const own = days.filter(({ family }) => collateralOf(family, outcomes) === collateral)
    const sums = own.reduce((all, { trades }) => joinedTrades(all, trades), NO_TRADES)
    return sums.known + sums.unknown === 0 ? [] : [{ collateral, sums }]
  })

/** What result rows are grouped by. */
export const RESULTS_BY = ['day', 'bucket', 'market', 'family'] as const
export type ResultsBy = (typeof RESULTS_BY)[number]

/** One row; USDC and USDH are never added up. */
export interface ResultRow
  extends Pick<DayResult, 'realised' | 'fees' | 'unknown' | 'feesUnknown' | 'fills' | 'traded' | 'computed'> {
  readonly id: string
  readonly collateral: Collateral
  /** Start of the day or bucket; null when rows are not grouped by time. */
  readonly time: Millis | null
  readonly family: Family | null
  readonly asset: string | null
  /** Display name of the market; the asset when unknown. */
  readonly name: string | null
  /** Realized P&L minus fees. */
  readonly result: Money
  /** Number of trades that ended. */
  readonly trades: number
  readonly settledAt: Price | null
}

/**
 * Rows by newest time; within the same time, or without one, by largest turnover, otherwise in input order.
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
    // A row over several buckets has no single settlement.
    settledAt: by === 'bucket' || (by === 'market' && !hasBuckets(family)) ? settledAt : null,
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

/** Results of a period in one collateral. The sums do not include closes and fees of unknown amount. */
export interface ResultFigures
  extends TradeFigures,
    Pick<ResultRow, 'collateral' | 'realised' | 'fees' | 'result' | 'unknown' | 'feesUnknown'> {
  /** Maximum drawdown of the cumulative result between ends of days; zero or negative. */
  readonly drawdown: Money
}

/**
 * For each collateral with any activity, USDC first, and always those of `also`.
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
    drawdown: largestFall(summedResults(dailyResults(days, null))),
  }
}

const sum = (amounts: readonly Money[]): Money => amounts.reduce<Money>((all, one) => add(all, one), ZERO)
