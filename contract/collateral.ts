/**
 * What markets are settled in. Scalar and binary markets are settled in USDC; outcome markets in what the deployment's profile or their metadata
 * says (docs/service/outcomes.md#collateral).
 */
import type { AccountMoney } from './account.ts'
import type { Money } from './decimal.ts'
import type { Family } from './market-ref.ts'

/** The kinds of collateral, in the order in which they are shown. */
export const COLLATERALS = ['USDC', 'USDH'] as const
/** The money that a market is settled in; 1 USDH counts as 1 USDC. */
export type Collateral = (typeof COLLATERALS)[number]

/** What outcome markets are settled in where nothing names it. */
export const DEFAULT_OUTCOME_COLLATERAL: Collateral = 'USDH'

/** The money that a family is settled in. @param outcomes what the deployment settles outcome markets in */
export const collateralOf = (family: Family, outcomes: Collateral): Collateral =>
  family === 'outcome' ? outcomes : 'USDC'

/** What there is to buy shares with; null where the service does not say. @param outcomes what they are bought in */
export const outcomeBalance = (
  { available, usdc, usdhOutcome }: Pick<AccountMoney, 'available' | 'usdc' | 'usdhOutcome'>,
  outcomes: Collateral,
): Money | null => (outcomes === 'USDC' ? (available ?? usdc) : usdhOutcome)
