/** The head of a table: titles, and the sorting of rows. */
import type { PointerEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Column } from './column.ts'
import { GivesWay } from './row.tsx'
import styles from './table.module.css'
import type { SortChoice } from './table-state.ts'

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: SortChoice | null
  /** Whether Tab reaches it: true while there is no row. */
  readonly isStop: boolean
  readonly onSort: (column: Column<Row>) => void
  readonly grips: Grips
}

/** Handlers of the edges between columns; by the index of the column before each. */
export interface Grips {
  readonly onGrip: (event: PointerEvent<HTMLElement>, index: number) => void
  /** Makes the column as wide as its content. */
  readonly onFit: (index: number) => void
}

/** The keys of a head, handled in `use-keyboard.ts`. */
const KEYS = 'Alt+ArrowLeft Alt+ArrowRight Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Enter'
const GRIP_HINT = 'Drag to resize (Alt Shift ← →), double-click to fit (Alt Enter)'

export function Head<Row>({ columns, sort, isStop, onSort, grips }: HeadProps<Row>): ReactNode {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.row}>
        {columns.map((column, index) => (
          <HeadCell
            key={column.id}
            column={column}
            direction={sort?.column === column.id ? sort.direction : null}
            index={index}
            isStop={isStop && index === 0}
            onSort={onSort}
            // The last edge is the panel's.
            grips={index < columns.length - 1 ? grips : null}
          />
        ))}
      </tr>
    </thead>
  )
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly direction: SortChoice['direction'] | null
  readonly index: number
  readonly isStop: boolean
  readonly onSort: (column: Column<Row>) => void
  readonly grips: Grips | null
}

function HeadCell<Row>({ column, direction, index, isStop, onSort, grips }: HeadCellProps<Row>): ReactNode {
  const { id, title, unit, explanation, isNumeric, isTitleHidden, fit, sort } = column
  const text = (
    <span data-fit={fit === undefined || fit === 'wrap' ? undefined : id} className={styles.fitted}>
      <span className={isTitleHidden === true ? 'visually-hidden' : undefined}>
        {title}
        {unit !== undefined && <GivesWay part="units">, {unit}</GivesWay>}
      </span>
      {direction !== null && (
        <span className={styles.direction} aria-hidden>
          {direction === 'ascending' ? '▲' : '▼'}
        </span>
      )}
    </span>
  )
  const reached = { 'data-head': id, tabIndex: isStop ? 0 : -1, 'aria-keyshortcuts': KEYS }
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      aria-sort={sort === undefined ? undefined : (direction ?? 'none')}
      title={explanation}
      className={classNames(styles.cell, isNumeric === true && styles.numeric)}
      {...(sort === undefined && isTitleHidden !== true && reached)}
    >
      {sort === undefined ? (
        text
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(column)} {...reached}>
          {text}
        </button>
      )}
      {grips !== null && (
        <span
          data-grip={id}
          className={styles.grip}
          title={GRIP_HINT}
          aria-hidden
          onPointerDown={(event) => grips.onGrip(event, index)}
          onDoubleClick={() => grips.onFit(index)}
        />
      )}
    </th>
  )
}
