/** Above a table while its rows are filtered: the words, and how many rows they leave. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { actOf } from '../told-keys.ts'
import styles from './table.module.css'
import { FILTER_KEYS } from './table-keys.ts'

interface FilterBarProps {
  readonly label: string
  readonly filter: string
  /** What may be typed. */
  readonly hint?: string
  /** Null while it is not known. */
  readonly found: number | null
  /** Null where it is not told. */
  readonly all: number | null
  readonly onFilter: (filter: string) => void
  /** To the rows that were found. */
  readonly onInto: () => void
  /** Without a filter, and away with the bar. */
  readonly onEnd: () => void
}

const EVERY_WORD = 'Filter: every word must be in the row'

export function FilterBar(props: FilterBarProps): ReactNode {
  const { label, hint = EVERY_WORD, filter, found, all, onFilter, onInto, onEnd } = props
  const input = useRef<HTMLInputElement>(null)
  const wasEmpty = useRef(filter === '')
  useEffect(() => {
    // One that was kept from before asks for nothing.
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
