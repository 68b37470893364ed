/** The head of a table: titles, and by which column rows are sorted. */
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import type { Column } from './column.ts'
import { GivesWay } from './gone.tsx'
import styles from './table.module.css'
import type { SortChoice } from './table-state.ts'

interface HeadProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly sort: SortChoice | null
  /** Whether Tab comes to it: there is no row. */
  readonly isStop: boolean
  readonly onSort: (column: Column<Row>) => void
}

export function Head<Row>({ columns, sort, isStop, onSort }: HeadProps<Row>): ReactNode {
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
}

function HeadCell<Row>({ column, direction, index, isStop, onSort }: HeadCellProps<Row>): ReactNode {
  const { id, title, unit, explanation, isNumeric, isTitleHidden, fit, sort } = column
  const words = (
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
  const reached = { 'data-head': id, tabIndex: isStop ? 0 : -1 }
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
        words
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(column)} {...reached}>
          {words}
        </button>
      )}
    </th>
  )
}
