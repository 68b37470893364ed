/** Columns shared by all tables of held orders: creation time, market, age, and the time until which it can act. */
import type { ActiveUntil } from '../../../contract/active-until.ts'
import { untilText } from '../../algo/index.ts'
import { timeText } from '../../format/index.ts'
import { ageColumn, type LiveReads } from '../../orders/index.ts'
import type { AssetSpec } from '../../queries/index.ts'
import type { Column } from '../../ui/index.ts'
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

const isoOf = (until: ActiveUntil | null): string => (until === null ? '' : new Date(until.at).toISOString())

/** @param acts title and explanation of the last column */
export function heldColumns<Row extends HeldRow>(
  { at, asset, until }: HeldBy<Row>,
  acts: { readonly title: string; readonly explanation: string },
  live: LiveReads,
): { readonly first: readonly Column<Row>[]; readonly until: Column<Row>; readonly age: Column<Row> } {
  return {
    first: [
      {
        id: 'time',
        title: 'Time',
        least: 62,
        fit: 'content',
        Cell: ({ row }) => <span className={styles.faint}>{timeText(at(row))}</span>,
        text: (row) => timeText(at(row)),
        csv: (row) => new Date(at(row)).toISOString(),
        sort: { by: 'count', of: at },
      },
      {
        id: 'market',
        title: 'Market',
        least: 60,
        fit: 'content',
        stays: true,
        Cell: ({ row }) => row.spec.name,
        text: ({ spec }) => spec.name,
        sort: { by: 'text', of: asset },
      },
    ],
    until: {
      id: 'until',
      ...acts,
      least: 62,
      fit: 'content',
      Cell: ({ row }) => <span className={styles.faint}>{untilText(until(row))}</span>,
      text: (row) => untilText(until(row)),
      csv: (row) => isoOf(until(row)),
      csvAlso: { title: 'Ends with', of: (row) => until(row)?.because ?? '' },
      sort: { by: 'count', of: (row) => until(row)?.at ?? null },
      first: 'ascending',
    },
    age: { ...ageColumn(at, live), isExtra: true },
  }
}
