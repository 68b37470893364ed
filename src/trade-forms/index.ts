/** The basis of the trading forms of every family: drafts, permissions, labels of sent orders, and the single hook that sends. */
export {
  actionParts,
  averageText,
  awaitsEstimate,
  awaitsWord,
  binarySetUp,
  fillsText,
  isDiscarded,
  leverageSet,
  resultText,
  stateLine,
  stateTone,
  stateWord,
  stepWord,
  stoppedLines,
  type Tone,
  unknownLines,
} from './action-labels.ts'
export { FRACTIONS, fractionOf, otherSide, useShown } from './figures.ts'
export { HeldOff, SamePlace, useHandedOver, useHeldOff } from './hand-over.tsx'
export { intentText, joined, type LineParts, type Naming, PLAIN_NAMES, parts, sideWord } from './intent-labels.ts'
export {
  type Permission,
  permissionIn,
  type SessionStanding,
  sessionReason,
  useEntriesOff,
  useTradingKeys,
} from './permission.ts'
export {
  askedReasons,
  briefly,
  duplicateOf,
  duplicateText,
  MOST_SAID,
  noticeOf,
  oldReasons,
  questionText,
  type RankedReason,
  type Reason,
  type ReasonNotice,
  staleReasons,
  useSurePress,
} from './sure-press.ts'
export { useHeldTargets } from './use-held-targets.ts'
export { endedBadly, endingSince, thenText, useStatement, type Way } from './use-statement.ts'
export type { Submission } from './use-submission.ts'
export { type Ahead, actionOf, type Sender, useFollowedAction, useSubmission } from './use-submission.ts'
export {
  type BookSides,
  distanceOf,
  estimateFees,
  type FeeEstimate,
  fillsNothing,
  presetDistance,
  type Through,
  throughBest,
  type Walk,
  walkBook,
} from './walk-book.ts'
