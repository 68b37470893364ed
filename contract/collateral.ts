/**
 * Settlement currencies. Scalar and binary markets settle in USDC; outcome markets in the currency that the deployment's profile or their metadata
 * names (docs/service/outcomes.md#collateral).
 */
import type { AccountMoney } from './account.ts'
import type { Money } from './decimal.ts'
import type { Family } from './market-ref.ts'

/** In display order. */
export const COLLATERALS = ['USDC', 'USDH'] as const
/** The currency that a market settles in; 1 USDH counts as 1 USDC. */
export type Collateral = (typeof COLLATERALS)[number]

/** Used for outcome markets when nothing names their currency. */
export const DEFAULT_OUTCOME_COLLATERAL: Collateral = 'USDH'

/** The settlement currency of a family. @param outcomes that of the deployment's outcome markets */
export const collateralOf = (family: Family, outcomes: Collateral): Collateral => FIXED[family] ?? outcomes

/** Null where the deployment names it. */
const FIXED: Readonly<Record<Family, Collateral | null>> = { scalar: 'USDC', binary: 'USDC', outcome: null }

/** Balance available for buying shares; null when the service omits it. @param outcomes the currency they are bought in */
export const outcomeBalance = (
  { available, usdc, usdhOutcome }: Pick<AccountMoney, 'available' | 'usdc' | 'usdhOutcome'>,
  outcomes: Collateral,
): Money | null => (outcomes === 'USDC' ? (available ?? usdc) : usdhOutcome)
