/** The keys of a table: what it does by them, and what the sheet of keys says of them. */
import type { ToldKey } from '../told-keys.ts'

export type AnywhereAct = 'filter' | 'copy' | 'select-all'
export type RowAct = 'step' | 'across' | 'open' | 'select' | 'unselect'
export type HeadAct = 'to-head' | 'to-rows' | 'move-column' | 'set-width' | 'fit-width'
export type FilterAct = 'into-rows' | 'end-filter'

/** Wherever the focus is in the table. */
export const ANYWHERE_KEYS: readonly ToldKey<AnywhereAct>[] = [
  { act: 'filter', keys: ['/'], does: 'Filter the rows' },
  { act: 'copy', keys: ['c'], mod: true, does: 'Copy the selected rows, or the one that has the focus' },
  { act: 'select-all', keys: ['a'], mod: true, does: 'Select all rows' },
]

/** On a row. */
export const ROW_KEYS: readonly ToldKey<RowAct>[] = [
  {
    act: 'step',
    keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'],
    does: 'Go to another row; Shift selects them',
  },
  { act: 'across', keys: ['ArrowLeft', 'ArrowRight'], does: 'Go to a button of the row and back, or fold a group' },
  { act: 'open', keys: ['Enter'], does: 'Open the row, or fold the group' },
  { act: 'select', keys: [' '], does: 'Select the row, or no longer' },
  { act: 'unselect', keys: ['Escape'], does: 'Select nothing' },
]

/** On the head of a column. */
export const HEAD_KEYS: readonly ToldKey<HeadAct>[] = [
  { act: 'to-head', keys: ['ArrowLeft', 'ArrowRight'], does: 'Go to another head' },
  { act: 'to-rows', keys: ['ArrowDown'], does: 'Go to the rows' },
  { act: 'move-column', keys: ['ArrowLeft', 'ArrowRight'], alt: true, shift: false, does: 'Move the column' },
  { act: 'set-width', keys: ['ArrowLeft', 'ArrowRight'], alt: true, shift: true, does: 'Set its width' },
  { act: 'fit-width', keys: ['Enter'], alt: true, does: 'Make it as wide as what it shows' },
]

/** In the field that filters the rows. */
export const FILTER_KEYS: readonly ToldKey<FilterAct>[] = [
  { act: 'into-rows', keys: ['ArrowDown', 'Enter'], does: 'Go to the rows that were found' },
  { act: 'end-filter', keys: ['Escape'], does: 'Show all rows again' },
]
