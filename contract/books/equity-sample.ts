/** What a wallet was worth at a moment, with what it takes to explain how it came to that. Plain JSON; money is exact decimal text. */
import type { Collateral } from '../collateral.ts'
import { add, type Money, ZERO } from '../decimal.ts'
import type { Millis } from '../time.ts'

/** An amount of each. */
export type Sums = { readonly [C in Collateral]: Money }
/** The same where it may not be known. */
export type KnownSums = { readonly [C in Collateral]: Money | null }

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
export const equityOfSample = ({ classes }: Pick<EquitySample, 'classes'>): Money | null =>
  classes.usdc === null
    ? null
    : Object.values(classes).reduce<Money>((sum, one) => add(sum, one ?? (ZERO as Money)), ZERO as Money)

/** Both, 1 USDH counted as 1 USDC. */
export const together = ({ USDC, USDH }: Sums): Money => add(USDC, USDH)
