/** The ledger: money, positions and margin of every account, exact to the micro-USDC. */

export { type FillEffect, Ledger } from './ledger.ts'
export {
  availableOf,
  bankruptcyTick,
  CERTAIN,
  ceilDivide,
  feeOf,
  type Holding,
  type LedgerAccount,
  type Liquidity,
  LOTS_PER_CONTRACT,
  LOTS_PER_SHARE,
  MONEY_DECIMALS,
  maintenanceRequired,
  marginRequired,
  orderReserve,
  orderValue,
  PRICE_DECIMALS,
  PROBABILITY_DECIMALS,
  proportion,
  SHARE_DECIMALS,
  SIZE_DECIMALS,
  shareValue,
  unrealizedOf,
} from './rules.ts'
