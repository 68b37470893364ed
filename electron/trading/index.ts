/** From intent to verified result: checks, limits, journal, prepare, verify, sign, submit once, and reads until it is known. */

export { type Arming, createArming } from './arming.ts'
export { refusalOf, submitFailure } from './failures.ts'
export type { FlattenRequest } from './flatten.ts'
export type { Approval, ApprovalOutcome, ApprovalStep, TradingIdentity } from './identity-seam.ts'
export { derivedId, type RandomBytes } from './ids.ts'
export type { StepHook } from './ledger.ts'
export type { Limits } from './limits.ts'
export type { MarketFacts } from './plans/index.ts'
export { AWAITING_CONFIRMATION, type Refusal } from './state-machine.ts'
export { createTrading, type Trading, type TradingOptions } from './trading.ts'
