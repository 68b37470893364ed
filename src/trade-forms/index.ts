/** What the trading forms of every family stand on: what is typed, permissions, the labels of what was sent, and the one hook that sends. */
export {
  actionParts,
  awaitsEstimate,
  awaitsWord,
  binarySetUp,
  isDiscarded,
  leverageSet,
  stateLine,
  stateTone,
  stateWord,
  stepWord,
  type Tone,
} from './action-labels.ts'
export { distanceOf, presetDistance } from './distance.ts'
export { duplicateOf, duplicateText } from './duplicate.ts'
export { estimateFees, type FeeEstimate } from './fees.ts'
export { FRACTIONS, fractionOf } from './fractions.ts'
export { HeldOff, SamePlace, useHandedOver, useHeldOff } from './hand-over.tsx'
export { intentText } from './intent-labels.ts'
export { joined, type LineParts, type Naming, PLAIN_NAMES, parts, sideWord } from './line-parts.ts'
export { otherSide } from './other-side.ts'
export { NOT_ARMED, type Permission, permissionIn, type SessionStanding, sessionReason } from './permission.ts'
export { briefly, MOST_SAID, noticeOf, type RankedReason, type ReasonNotice } from './ranked-reasons.ts'
export { useShown } from './shown-figures.ts'
export { stoppedLines, unknownLines } from './stop-labels.ts'
export type { Submission } from './submission.ts'
export {
  askedReasons,
  oldReasons,
  questionText,
  type Reason,
  staleReasons,
  useSurePress,
} from './sure-press.ts'
export { endedBadly, endingSince, thenText } from './then-ended.ts'
export { type Through, throughBest } from './through.ts'
export { averageText, fillsText, resultText } from './traded-labels.ts'
export { useArmed, useTradingKeys } from './use-armed.ts'
export { useHeldTargets } from './use-held-targets.ts'
export { useStatement, type Way } from './use-statement.ts'
export { type Ahead, actionOf, type Sender, useFollowedAction, useSubmission } from './use-submission.ts'
export { type BookSides, fillsNothing, type Walk, walkBook } from './walk-book.ts'
