/** From intent to verified result: checks, limits, journal, prepare, verify, sign, submit once, and reads until the outcome is known. */
export {
  type ApprovalOutcome,
  type ApprovalStep,
  derivedId,
  type Refusal,
  type StepHook,
  type TradingIdentity,
} from './actions/index.ts'
export { totalOf } from './closes/index.ts'
export type { Found } from './external/index.ts'
export { tradingStores } from './interface.ts'
export { type Arming, createArming } from './risk/index.ts'
export { refusalOf } from './sending/index.ts'
export { createTrading, type Trading } from './trading.ts'
