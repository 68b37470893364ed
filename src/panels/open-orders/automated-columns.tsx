/** Columns shared by all tables of held orders: creation time, market, age, and the time until which it can act. */
import type { ActiveUntil } from '../../../contract/active-until.ts'
import { untilText } from '../../algo/index.ts'
import { timeText } from '../../format/index.ts'
import { ageColumn, type LiveReads } from '../../orders/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import type { Column } from '../../ui/index.ts'
import { plainColumn, timeColumn } from '../columns.tsx'
import styles from './open-orders.module.css'

interface HeldRow {
  readonly spec: AssetSpec
}

/** The row accessors of these columns. */
interface HeldBy<Row> {
  /** Creation time, service time, ms. */
  readonly at: (row: Row) => number
  readonly asset: (row: Row) => string
  readonly until: (row: Row) => ActiveUntil | null
}

/** @param acts title and explanation of the last column */
export function heldColumns<Row extends HeldRow>(
  { at, asset, until }: HeldBy<Row>,
  acts: { readonly title: string; readonly explanation: string },
  live: LiveReads,
): { readonly first: readonly Column<Row>[]; readonly until: Column<Row>; readonly age: Column<Row> } {
  return {
    first: [
      timeColumn('time', 'Time', 62, at, {
        text: (row) => timeText(at(row)),
        fit: 'content',
        Cell: ({ row }) => <span className={styles.faint}>{timeText(at(row))}</span>,
      }),
      plainColumn('market', 'Market', 60, ({ spec }) => spec.name, {
        fit: 'content',
        stays: true,
        sort: { by: 'text', of: asset },
      }),
    ],
    until: timeColumn('until', acts.title, 62, (row) => until(row)?.at ?? null, {
      text: (row) => untilText(until(row)),
      explanation: acts.explanation,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{untilText(until(row))}</span>,
      csvAlso: { title: 'Ends with', of: (row) => until(row)?.because ?? '' },
      first: 'ascending',
    }),
    age: { ...ageColumn(at, live), isExtra: true },
  }
}
