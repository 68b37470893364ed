/** The position views of every family: results, closing one, closing a part, and the result of closing all. */
export { breakEvenOf, breakEvenOff, breakEvenWork } from './break-even.ts'
export {
  CloseProgressLine,
  type CloseState,
  closeIntentOf,
  closeProtectionNow,
  closeStateOf,
  closingSide,
  useClose,
  willDo,
} from './closing.tsx'
export { exitBook, exitLabel, exitText, exitValueOf, useExitValue } from './exit-value.ts'
export { cutOffText, type Done, dayOf, doneSince, FlattenLines, isUnfinished, underWayText } from './flatten-report.tsx'
export { PartClose, partResult, usePartTerms } from './part-close.tsx'
export {
  entryText,
  type FillsRead,
  type HeldSince,
  heldSince,
  liquidationAt,
  returnPercent,
  settledAt,
  valueAt,
} from './profit.ts'
export {
  REVERSAL_TEXTS,
  type ReversalDraft,
  ReverseForm,
  reversalDraft,
  reversalParts,
  reversalStateLabel,
  reversalTone,
} from './reverse-form.tsx'
