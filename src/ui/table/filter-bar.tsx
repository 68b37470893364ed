/** Above a table while its rows are filtered: the filter text, and the number of matching rows. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { actOf, type HandledKey } from '../handled-keys.ts'
import styles from './table.module.css'

/** What the keys of a table do, by place. */
export type AnywhereAct = 'filter' | 'copy' | 'select-all'
export type RowAct = 'step' | 'across' | 'open' | 'select' | 'unselect'
export type HeadAct = 'to-head' | 'to-rows' | 'move-column' | 'set-width' | 'fit-width'
type FilterAct = 'into-rows' | 'end-filter'

/** Anywhere in the table. */
export const ANYWHERE_KEYS: readonly HandledKey<AnywhereAct>[] = [
  { act: 'filter', keys: ['/'], does: 'Filter the rows' },
  { act: 'copy', keys: ['c'], mod: true, does: 'Copy selected rows' },
  { act: 'select-all', keys: ['a'], mod: true, does: 'Select all rows' },
]

/** On a row. */
export const ROW_KEYS: readonly HandledKey<RowAct>[] = [
  {
    act: 'step',
    keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'],
    does: 'Move between rows; Shift selects them',
  },
  { act: 'across', keys: ['ArrowLeft', 'ArrowRight'], does: 'Row buttons; fold a group' },
  { act: 'open', keys: ['Enter'], does: 'Open the row or fold the group' },
  { act: 'select', keys: [' '], does: 'Select or deselect the row' },
  { act: 'unselect', keys: ['Escape'], does: 'Clear selection' },
]

/** On the head of a column. */
export const HEAD_KEYS: readonly HandledKey<HeadAct>[] = [
  { act: 'to-head', keys: ['ArrowLeft', 'ArrowRight'], does: 'Move between headers' },
  { act: 'to-rows', keys: ['ArrowDown'], does: 'Go to rows' },
  { act: 'move-column', keys: ['ArrowLeft', 'ArrowRight'], alt: true, shift: false, does: 'Move the column' },
  { act: 'set-width', keys: ['ArrowLeft', 'ArrowRight'], alt: true, shift: true, does: 'Change width' },
  { act: 'fit-width', keys: ['Enter'], alt: true, does: 'Fit to content' },
]

/** In the filter field. */
export const FILTER_KEYS: readonly HandledKey<FilterAct>[] = [
  { act: 'into-rows', keys: ['ArrowDown', 'Enter'], does: 'Go to the matches' },
  { act: 'end-filter', keys: ['Escape'], does: 'Clear filter' },
]

interface FilterBarProps {
  readonly label: string
  readonly filter: string
  /** Hint on the filter syntax. */
  readonly hint?: string
  /** Null while unknown. */
  readonly found: number | null
  /** Null where unavailable. */
  readonly all: number | null
  readonly onFilter: (filter: string) => void
  /** Moves to the matching rows. */
  readonly onInto: () => void
  /** Clears the filter and closes the bar. */
  readonly onEnd: () => void
}

const EVERY_WORD = 'Filter (all words must match)'

export function FilterBar(props: FilterBarProps): ReactNode {
  const { label, hint = EVERY_WORD, filter, found, all, onFilter, onInto, onEnd } = props
  const input = useRef<HTMLInputElement>(null)
  const wasEmpty = useRef(filter === '')
  useEffect(() => {
    // A restored filter does not take the focus.
    if (wasEmpty.current) input.current?.focus()
  }, [])
  return (
    <div className={styles.filter}>
      <input
        ref={input}
        type="search"
        className={styles.filterField}
        aria-label={`Filter ${label}`}
        placeholder={hint}
        value={filter}
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          const act = actOf(FILTER_KEYS, event)
          if (act === 'end-filter') onEnd()
          if (act !== 'into-rows') return
          event.preventDefault()
          onInto()
        }}
      />
      <span role="status">
        {filter === '' || found === null ? '' : all === null ? `${found} found` : `${found} of ${all}`}
      </span>
      <Button size="small" onClick={onEnd}>
        Show all
      </Button>
    </div>
  )
}
