/** Curves of equity and of results, and their drawdown. Exact; only the drawing converts to pixels. Pure. */

import type { Family } from '../account.ts'
import type { Collateral } from '../collateral.ts'
import { add, type Money, signOf, subtract, ZERO } from '../decimal.ts'
import { type Millis, millis } from '../time.ts'
import { DAY_MS, type DayResult } from './day-result.ts'

/** An amount in each collateral. */
export type Sums = { readonly [C in Collateral]: Money }
/** An amount in each collateral; null where unknown. */
export type KnownSums = { readonly [C in Collateral]: Money | null }

export const NO_SUMS: Sums = { USDC: ZERO as Money, USDH: ZERO as Money }

/** Balances that fills, conversions and transfers change; shares count with outcome trading, at cost. */
export const BALANCES = ['usdc', 'usdh', 'usdh_outcome'] as const
export type BalanceId = (typeof BALANCES)[number]
export type BalanceSums = { readonly [B in BalanceId]: Money }
export const collateralOfBalance = (balance: BalanceId): Collateral => (balance === 'usdc' ? 'USDC' : 'USDH')

/** Value of a wallet at one account read, with what it takes to explain later changes. Plain JSON; money is exact decimal text. */
export interface EquitySample {
  /** Service time of the request. */
  readonly at: Millis
  /** Collateral in which outcome markets settle: shares count there. */
  readonly outcomes: Collateral
  /** Equity by class; null when the service omitted it. `shares` are at their marks. */
  readonly classes: { readonly [C in BalanceId | 'shares']: Money | null }
  /** Unrealized P&L at the marks of the read. */
  readonly unrealised: KnownSums
  /** Since the opening balance: realized P&L by average cost, fees, and external deposits and withdrawals. */
  readonly realised: Sums
  readonly fees: Sums
  readonly outside: Sums
  /** Whether the books agreed with every position of the read, with nothing unexplained: only such samples are reconciled. */
  readonly agrees: boolean
}

/** Equity in one collateral; null when a part of it is unknown. */
export function equityIn(
  { classes, outcomes }: Pick<EquitySample, 'classes' | 'outcomes'>,
  collateral: Collateral,
): Money | null {
  const { usdc, usdh, usdh_outcome: inOutcomes, shares } = classes
  const money = collateral === 'USDC' ? usdc : plus(usdh, inOutcomes)
  return outcomes === collateral ? plus(money, shares) : money
}

const plus = (a: Money | null, b: Money | null): Money | null => (a === null || b === null ? null : add(a, b))

/** Equity over all known classes, 1 USDH counted as 1 USDC; null while USDC is unknown. */
const equityOfSample = ({ classes }: Pick<EquitySample, 'classes'>): Money | null =>
  classes.usdc === null
    ? null
    : Object.values(classes).reduce<Money>((sum, one) => add(sum, one ?? (ZERO as Money)), ZERO as Money)

/** Sum of both, 1 USDH counted as 1 USDC. */
const together = ({ USDC, USDH }: Sums): Money => add(USDC, USDH)

/** A value at a time. */
export interface CurvePoint {
  readonly at: Millis
  readonly value: Money
}

/** Equity at every sample where it is known. */
export const equityCurve = (samples: readonly EquitySample[]): readonly CurvePoint[] =>
  samples.flatMap((sample) => {
    const value = equityOfSample(sample)
    return value === null ? [] : [{ at: sample.at, value }]
  })

/** Daily results after fees, for one family or all, 1 USDH counted as 1 USDC; oldest first. */
export function dailyResults(days: readonly DayResult[], family: Family | null): readonly CurvePoint[] {
  const byDay = new Map<Millis, Money>()
  for (const { day, family: own, realised, fees } of days) {
    if (family === null || own === family) byDay.set(day, add(byDay.get(day) ?? NOTHING, subtract(realised, fees)))
  }
  return [...byDay].toSorted(([a], [b]) => a - b).map(([at, value]) => ({ at, value }))
}

/** The cumulative sum from zero, at the end of each day. */
export function summedResults(daily: readonly CurvePoint[]): readonly CurvePoint[] {
  let value = NOTHING
  const ends = daily.map((day) => {
    value = add(value, day.value)
    return { at: millis(day.at + DAY_MS), value }
  })
  const [first] = daily
  return first === undefined ? [] : [{ at: first.at, value: NOTHING }, ...ends]
}

/** Maximum drawdown from a point to a later one; zero or negative. */
export function largestFall(points: readonly CurvePoint[]): Money {
  let top: Money | null = null
  let worst = NOTHING
  for (const { value } of points) {
    if (top === null || signOf(subtract(value, top)) > 0) top = value
    const fall = subtract(value, top)
    if (signOf(subtract(fall, worst)) < 0) worst = fall
  }
  return worst
}

/** Equity without external deposits and withdrawals, since only that can be lost by trading. Reconciled samples only. */
export const tradedCurve = (samples: readonly EquitySample[]): readonly CurvePoint[] =>
  samples
    .filter(({ agrees }) => agrees)
    .flatMap((sample) => {
      const value = equityOfSample(sample)
      return value === null ? [] : [{ at: sample.at, value: subtract(value, together(sample.outside)) }]
    })

const NOTHING = ZERO as Money
