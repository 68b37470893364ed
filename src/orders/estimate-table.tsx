/** What an order would do, in one table for all families: a row for each figure, and a column for each side or for each of who reckons. */
import { type ReactNode, type Ref, useMemo } from 'react'
import { NONE } from '../format/index.ts'
import type { EstimateFigure, EstimateFigures, EstimateRow } from '../markets/family/index.ts'
import { classNames } from '../ui/index.ts'
import styles from './estimate-table.module.css'

export interface EstimateColumn {
  readonly id: string
  /** `Long`, `UP`, `Service`. */
  readonly head: string
  readonly tone: 'buy' | 'sell' | null
  /** Null while there is no order to estimate. */
  readonly figures: EstimateFigures | null
}

interface EstimateTableProps {
  readonly ref?: Ref<HTMLTableElement>
  /** The accessible name. */
  readonly label: string
  /** Who reckons, or how long it holds: stands in the corner. */
  readonly corner: ReactNode
  readonly rows: readonly EstimateRow[]
  readonly columns: readonly EstimateColumn[]
  /** Rows in which the columns do not say the same are marked. */
  readonly marksDifferences?: boolean
  /** `pairs`: two rows beside each other, for a card that is wide and low; of one column only. */
  readonly look?: 'rows' | 'pairs'
  /** A row of the ticket's own below the others: a `tr` with one cell for each column. */
  readonly last?: ReactNode
}

export function EstimateTable(props: EstimateTableProps): ReactNode {
  const { ref, label, corner, rows, columns, marksDifferences = false, look = 'rows', last } = props
  const different = useMemo(() => {
    const [first, ...others] = columns.map(({ figures }) => figures)
    const isSame = (row: EstimateRow): boolean => others.every((one) => one?.[row.id]?.main === first?.[row.id]?.main)
    return new Set(marksDifferences ? rows.filter((row) => !isSame(row)).map(({ id }) => id) : [])
  }, [rows, columns, marksDifferences])
  return (
    <table
      ref={ref}
      className={classNames(styles.estimate, columns.length === 1 && styles.single, look === 'pairs' && styles.pairs)}
      aria-label={label}
    >
      <thead>
        <tr>
          <td className={styles.corner}>{corner}</td>
          {columns.map(({ id, head, tone }) => (
            <th key={id} scope="col" className={tone === null ? undefined : styles[tone]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" title={row.title ?? undefined}>
              {row.name}
            </th>
            {columns.map(({ id, figures }, place) => (
              <td key={id} className={classNames(place > 0 && different.has(row.id) && styles.differs)}>
                <Cell figure={figures?.[row.id]} />
              </td>
            ))}
          </tr>
        ))}
        {last}
      </tbody>
    </table>
  )
}

function Cell({ figure }: { figure: EstimateFigure | undefined }): ReactNode {
  if (figure === undefined) return <span className={styles.none}>{NONE}</span>
  const { main, note, title, tone } = figure
  return (
    <span className={styles.whole} title={title ?? undefined}>
      <span className={tone === null ? undefined : styles[tone]}>{main}</span>
      {note !== null && <small> {note}</small>}
    </span>
  )
}
