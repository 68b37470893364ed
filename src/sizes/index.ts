/** Sizes as typed in any ticket: in contracts, money, percent or risk; the preset sizes, and editing them. */

export { PresetRow } from './preset-row.tsx'
export { editSizes, SizeEditor } from './size-editor.tsx'
export { SizeInput, SizeNote } from './size-input.tsx'
export type { Entries } from './stop-at.ts'
export { stopFactsOf } from './stop-at.ts'
export { UnitChoice } from './unit-choice.tsx'
export { useHeldSize, useSizeDraft, useSizes } from './use-size-draft.ts'
