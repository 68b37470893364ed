/** The ledger: money, positions and margin of every account, exact to the micro-USDC. */
export { availableOf, type Holding, type LedgerAccount, unrealizedOf } from './account.ts'
export { type FillEffect, Ledger } from './ledger.ts'
export { bankruptcyTick, type Liquidity, maintenanceRequired, marginRequired, orderReserve } from './rules.ts'
export {
  ceilDivide,
  LOTS_PER_CONTRACT,
  MONEY_DECIMALS,
  orderValue,
  PRICE_DECIMALS,
  SIZE_DECIMALS,
} from './units.ts'
