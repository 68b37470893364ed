/** Sizes as they are typed in any ticket: in contracts, money, per cent or risk; the sizes to choose from, and where they are changed. */

export { PresetRow } from './preset-row.tsx'
export { editSizes, SizeEditor } from './size-editor.tsx'
export { SizeInput, SizeNote } from './size-input.tsx'
export type { Entries } from './stop-at.ts'
export { stopFactsOf } from './stop-at.ts'
export { UnitChoice } from './unit-choice.tsx'
export { useHeldSize, useSizeDraft, useSizes } from './use-size-draft.ts'
