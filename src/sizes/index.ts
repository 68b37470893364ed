/** Sizes as they are typed in any ticket: in contracts, money, per cent or risk; the sizes to choose from, and where they are changed. */

export { PresetRow } from './preset-row.tsx'
export { SizeEditor } from './size-editor.tsx'
export { editSizes } from './size-editor-store.ts'
export { SizeInput } from './size-input.tsx'
export { SizeNote } from './size-note.tsx'
export type { Entries } from './stop-at.ts'
export { stopFactsOf } from './stop-facts.ts'
export { UnitChoice } from './unit-choice.tsx'
export { useHeldSize } from './use-held-size.ts'
export { useSizeDraft } from './use-size-draft.ts'
export { useSizes } from './use-sizes.ts'
