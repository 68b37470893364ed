/** The states of an action, the log of all actions, and the identity behind them. */
export {
  type ActionLog,
  allOver,
  createActionLog,
  derivedId,
  IllegalStep,
  isBeforeSent,
  JournalFailure,
  newCloid,
  type RandomBytes,
  recordOf,
  STOPPED,
  type StepHook,
  takeUpEarlierRun,
  wasSent,
} from './action-log.ts'
export type { Approval, ApprovalOutcome, ApprovalStep, TradingIdentity } from './identity-port.ts'
export {
  type ActionEvent,
  AWAITING_CONFIRMATION,
  AWAITING_ESTIMATE,
  MAX_STALE,
  type Refusal,
  type Sighting,
  staleCount,
} from './state-machine.ts'
