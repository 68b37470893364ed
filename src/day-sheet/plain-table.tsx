/** A table for paper: nothing scrolls, sorts or gives way there, and the head stands on every page. */
import type { ReactNode } from 'react'
import styles from './day-sheet.module.css'

/** One column of it. */
export interface PlainColumn<Row> {
  readonly title: string
  readonly isNumeric?: boolean
  readonly of: (row: Row) => ReactNode
}

interface PlainTableProps<Row> {
  readonly label: string
  readonly columns: readonly PlainColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
}

export function PlainTable<Row>({ label, columns, rows, keyOf }: PlainTableProps<Row>): ReactNode {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, isNumeric }) => (
            <th key={title} scope="col" data-numeric={isNumeric || undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, isNumeric, of }) => (
              <td key={title} data-numeric={isNumeric || undefined}>
                {of(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
