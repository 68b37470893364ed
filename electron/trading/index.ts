/** From intent to verified result: checks, limits, journal, prepare, verify, sign, submit once, and reads until it is known. */

export type { StepHook } from './actions/action-log.ts'
export type { Approval, ApprovalOutcome, ApprovalStep, TradingIdentity } from './actions/identity-port.ts'
export { derivedId, type RandomBytes } from './actions/ids.ts'
export { AWAITING_CONFIRMATION, type Refusal } from './actions/state-machine.ts'
export type { FlattenRequest } from './flatten.ts'
export type { MarketFacts } from './plans/index.ts'
export { type Arming, createArming } from './risk/arming.ts'
export type { Limits } from './risk/limits.ts'
export { refusalOf, submitFailure } from './sending/failures.ts'
export { createTrading, type Trading, type TradingOptions } from './trading.ts'
