/** What every family shows of positions: their results, closing one, closing a part, and what became of closing all. */
export { breakEvenOf, breakEvenOff, breakEvenWork } from './break-even.ts'
export { closeIntentOf, closeProtectionNow, closingSide } from './close-intent.ts'
export { type CloseState, closeStateOf } from './close-state.ts'
export { exitLabel, exitText, exitValueOf } from './exit-value.ts'
export { FlattenLines } from './flatten-lines.tsx'
export { type Done, doneSince, isUnfinished } from './flatten-report.ts'
export { cutOffText, dayOf, underWayText } from './flatten-state.ts'
export { type FillsRead, type HeldSince, heldSince } from './held-since.ts'
export { PartClose } from './part-close.tsx'
export { partResult } from './part-result.ts'
export {
  entryText,
  liquidationAt,
  returnPercent,
  settledAt,
  valueAt,
} from './profit.ts'
export { type ReversalAsked, reversalAsked } from './reversal-asked.ts'
export { reversalParts, reversalStateWord, reversalTone } from './reversal-labels.ts'
export { ReverseForm } from './reverse-form.tsx'
export { CloseProgressLine, useClose } from './use-close.tsx'
export { exitBook, useExitValue } from './use-exit-value.ts'
export { usePartTerms } from './use-part-terms.ts'
export { willDo } from './will-do.ts'
