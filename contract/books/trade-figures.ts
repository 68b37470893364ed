/** What trades came to on average. Pure. */
import { COLLATERALS, type Collateral, collateralOf } from '../collateral.ts'
import { absolute, add, type Decimal, divide, type Money, signOf, whole } from '../decimal.ts'
import type { DayResult } from './day-result.ts'
import { joinedTrades, NO_TRADES, type TradeSums } from './trade.ts'

/** Of trades whose result is known, after fees. */
export interface TradeFigures {
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
