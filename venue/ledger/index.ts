/** The ledger: money, positions and margin of every account, exact to the micro-USDC. */
export { availableOf, type Holding, type LedgerAccount, unrealizedOf } from './account.ts'
export { type FillEffect, Ledger } from './ledger.ts'
export { bankruptcyTick, feeOf, type Liquidity, maintenanceRequired, marginRequired, orderReserve } from './rules.ts'
export {
  CERTAIN,
  ceilDivide,
  LOTS_PER_CONTRACT,
  LOTS_PER_SHARE,
  MONEY_DECIMALS,
  orderValue,
  PRICE_DECIMALS,
  PROBABILITY_DECIMALS,
  proportion,
  SHARE_DECIMALS,
  SIZE_DECIMALS,
  shareValue,
} from './units.ts'
