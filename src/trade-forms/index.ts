/** The basis of the trading forms of every family: drafts, permissions, labels of sent orders, and the single hook that sends. */
export {
  ACTION_STATE_TEXTS,
  actionParts,
  averageText,
  awaitsConfirmation,
  awaitsEstimate,
  binarySetUp,
  fillsText,
  leverageSet,
  resultText,
  stateLabel,
  stateLine,
  stateTone,
  stepLabel,
  stoppedLines,
  type Tone,
  unknownLines,
} from './action-labels.ts'
export { FRACTIONS, fractionOf, otherSide, useShown } from './figures.ts'
export {
  cancelText,
  intentText,
  joined,
  type LineParts,
  moveLead,
  type Naming,
  PLAIN_NAMES,
  parts,
  sideLabel,
} from './intent-labels.ts'
export { MisclickGuard, SamePlace, useHandedOver, useMisclickGuard } from './misclick-guard.tsx'
export {
  type Permission,
  permissionIn,
  type SessionState,
  sessionReason,
  useEntriesOff,
  useTradingKeys,
} from './permission.ts'
export {
  briefly,
  duplicateOf,
  duplicateText,
  MAX_REASONS as MAX_SAID,
  noticeOf,
  oldReasons,
  openReasons,
  questionText,
  type RankedReason,
  type Reason,
  type ReasonNotice,
  staleReasons,
  useSurePress,
} from './sure-press.ts'
export { timeOf, useHeldTargets } from './use-held-targets.ts'
export { closedSince, endedBadly, thenText, useStatement, type Way } from './use-statement.ts'
export {
  type Ahead,
  actionOf,
  type Sender,
  type Submission,
  useSubmission,
  useSubmittedAction,
} from './use-submission.ts'
export {
  type BookSides,
  distanceOf,
  estimateFees,
  type FeeEstimate,
  feeOf,
  fillsNothing,
  presetDistance,
  type Through,
  throughBest,
  type Walk,
  walkBook,
} from './walk-book.ts'
