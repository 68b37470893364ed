/** Views of results, put together of what days made: rows by day, bucket, market or family, and the figures of a whole stretch. Pure. */

import type { Family } from '../account.ts'
import { COLLATERALS, type Collateral, collateralOf } from '../collateral.ts'
import { add, type Money, type Price, type Size, signOf, subtract, ZERO } from '../decimal.ts'
import type { Millis } from '../time.ts'
import type { DayResult } from './day-result.ts'
import { joinedTrades, NO_TRADES } from './trade.ts'
import { type TradeFigures, tradeFigures } from './trade-figures.ts'

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
