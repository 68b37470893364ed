/** Curves of equity and of results, and how far they fell. Exact; what draws them makes pixels of it. Pure. */

import type { Family } from '../account.ts'
import type { Collateral } from '../collateral.ts'
import { add, type Money, signOf, subtract, ZERO } from '../decimal.ts'
import { type Millis, millis } from '../time.ts'
import { DAY_MS, type DayResult } from './day-result.ts'

/** An amount of each. */
export type Sums = { readonly [C in Collateral]: Money }
/** The same where it may not be known. */
export type KnownSums = { readonly [C in Collateral]: Money | null }

/** What a wallet was worth at a moment, with what it takes to explain how it came to that. Plain JSON; money is exact decimal text. */
export const NO_SUMS: Sums = { USDC: ZERO as Money, USDH: ZERO as Money }

/** Where money lies that fills, conversions and moves change; shares count with outcome trading, at their cost. */
export const BALANCES = ['usdc', 'usdh', 'usdh_outcome'] as const
export type BalanceId = (typeof BALANCES)[number]
export type BalanceSums = { readonly [B in BalanceId]: Money }
export const collateralOfBalance = (balance: BalanceId): Collateral => (balance === 'usdc' ? 'USDC' : 'USDH')

/** One read of the account, as it is kept. */
export interface EquitySample {
  /** When it was asked for, the service's time. */
  readonly at: Millis
  /** What outcome markets are settled in: shares count there. */
  readonly outcomes: Collateral
  /** Equity by class; null is what the service left out. `shares` are at their marks. */
  readonly classes: { readonly [C in BalanceId | 'shares']: Money | null }
  /** Unrealized by the marks of the read. */
  readonly unrealised: KnownSums
  /** Since the opening balance: realised by average cost, fees, and what came from or went outside. */
  readonly realised: Sums
  readonly fees: Sums
  readonly outside: Sums
  /** Whether the books had every position as the read has it, and nothing is left to be explained: only such samples are reconciled. */
  readonly agrees: boolean
}

/** Equity in one collateral; null where a part of it is not known. */
export function equityIn(
  { classes, outcomes }: Pick<EquitySample, 'classes' | 'outcomes'>,
  collateral: Collateral,
): Money | null {
  const { usdc, usdh, usdh_outcome: inOutcomes, shares } = classes
  const money = collateral === 'USDC' ? usdc : plus(usdh, inOutcomes)
  return outcomes === collateral ? plus(money, shares) : money
}

const plus = (a: Money | null, b: Money | null): Money | null => (a === null || b === null ? null : add(a, b))

/** Equity over all classes that are known, 1 USDH counted as 1 USDC; null while USDC is not. */
const equityOfSample = ({ classes }: Pick<EquitySample, 'classes'>): Money | null =>
  classes.usdc === null
    ? null
    : Object.values(classes).reduce<Money>((sum, one) => add(sum, one ?? (ZERO as Money)), ZERO as Money)

/** Both, 1 USDH counted as 1 USDC. */
const together = ({ USDC, USDH }: Sums): Money => add(USDC, USDH)

/** A value at a moment. */
export interface CurvePoint {
  readonly at: Millis
  readonly value: Money
}

/** Equity at every sample of which it is known. */
export const equityCurve = (samples: readonly EquitySample[]): readonly CurvePoint[] =>
  samples.flatMap((sample) => {
    const value = equityOfSample(sample)
    return value === null ? [] : [{ at: sample.at, value }]
  })

/** What each day made after fees, in one family or in all of them, 1 USDH counted as 1 USDC; oldest first. */
export function dailyResults(days: readonly DayResult[], family: Family | null): readonly CurvePoint[] {
  const byDay = new Map<Millis, Money>()
  for (const { day, family: own, realised, fees } of days) {
    if (family === null || own === family) byDay.set(day, add(byDay.get(day) ?? NOTHING, subtract(realised, fees)))
  }
  return [...byDay].toSorted(([a], [b]) => a - b).map(([at, value]) => ({ at, value }))
}

/** The same summed up from nothing, at the end of each day. */
export function summedResults(daily: readonly CurvePoint[]): readonly CurvePoint[] {
  let value = NOTHING
  const ends = daily.map((day) => {
    value = add(value, day.value)
    return { at: millis(day.at + DAY_MS), value }
  })
  const [first] = daily
  return first === undefined ? [] : [{ at: first.at, value: NOTHING }, ...ends]
}

/** The largest fall from a point to a later one; zero or negative. */
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

/** Equity without what came from outside or went there: only that can be lost by trading. Of samples that are reconciled. */
export const tradedCurve = (samples: readonly EquitySample[]): readonly CurvePoint[] =>
  samples
    .filter(({ agrees }) => agrees)
    .flatMap((sample) => {
      const value = equityOfSample(sample)
      return value === null ? [] : [{ at: sample.at, value: subtract(value, together(sample.outside)) }]
    })

const NOTHING = ZERO as Money
