/**
 * Rows of the past with unreadable JSON: one damaged fill must not stop readers of all of them. Stores skip such a row; this moves it, whole, to a
 * separate table, and the trader is notified. Only its JSON is checked: there are too many rows to validate each in detail.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'

interface PastTableShape {
  /** Its key besides the deployment. */
  readonly key: readonly string[]
  /** Its JSON columns; default `body`. */
  readonly json?: readonly string[]
  /** The time column, ms, since which the books must be recomputed once such a row is gone. */
  readonly due?: string
}

/** Every table of the past with JSON. */
const PAST = {
  fills: { key: ['account', 'id'] },
  orders: { key: ['account', 'oid', 'time'] },
  endings: { key: ['account', 'id'] },
  conversions: { key: ['account', 'id'] },
  conversions_not_booked: { key: ['account', 'id'] },
  computed_settlements: { key: ['account', 'id'] },
  trades: { key: ['account', 'id'], due: 'closed_at' },
  book_days: { key: ['account', 'day'], json: ['results', 'ending'], due: 'day' },
  ledgers: { key: ['account'] },
  unbooked: { key: ['number'] },
  closed_positions: { key: ['account', 'id'] },
  equity_samples: { key: ['account', 'at'] },
  balance_changes: { key: ['account', 'id'] },
  outcome_markets: { key: ['outcome'] },
} as const satisfies Readonly<Record<string, PastTableShape>>

export type PastTable = keyof typeof PAST
export const PAST_TABLES = Object.keys(PAST) as readonly PastTable[]

/** An unreadable row of the past. */
export interface UnreadablePast {
  readonly table: PastTable
  /** Its key besides the deployment. */
  readonly id: string
  readonly profile: string
  readonly body: string
}

const shapeOf = (table: PastTable): PastTableShape => PAST[table]
const jsonOf = (table: PastTable): readonly string[] => shapeOf(table).json ?? ['body']

/** SQL condition for an unreadable row of the table. */
export const isUnreadable = (table: PastTable): string =>
  jsonOf(table)
    .map((column) => `NOT (json_valid(${column}) AND substr(${column}, 1, 1) IN ('{', '['))`)
    .join(' OR ')

const DAY = 24 * 60 * 60 * 1000

/**
 * Moves unreadable rows to a separate table. Where that cannot be written they stay in place, and no store returns them.
 * @param now the terminal's time
 */
export function setPastAside(
  database: DatabaseSync,
  tables: readonly PastTable[],
  now: number,
  log?: Pick<Log, 'error'>,
): readonly UnreadablePast[] {
  const found = tables.flatMap((table) => {
    const id = idOf(table)
    const query = `SELECT ${id} AS id, profile, ${jsonOf(table).join(' || char(10) || ')} AS body FROM ${table} WHERE ${isUnreadable(table)}`
    return rowsOf<Omit<UnreadablePast, 'table'>>(database.prepare(query)).map((row) => ({ table, ...row }))
  })
  if (found.length === 0) return []
  for (const { table, id } of found) log?.error({ table, id }, 'a record of the past cannot be read')
  const damaged = tables.filter((table) => found.some((row) => row.table === table))
  try {
    inTransaction(database, () => {
      for (const table of damaged) move(database, table, now)
      // Index entries from before the damage lead to a row that is gone.
      if (damaged.includes('fills')) database.exec('REINDEX fills')
    })
  } catch (error) {
    log?.error({ err: error }, 'records of the past that cannot be read could not be set aside')
  }
  return found
}

const idOf = (table: PastTable): string => `CAST(${shapeOf(table).key.join(" || '/' || ")} AS TEXT)`

function move(database: DatabaseSync, table: PastTable, now: number): void {
  const where = isUnreadable(table)
  const { due } = shapeOf(table)
  if (due !== undefined) {
    database.exec(`INSERT INTO books_due (profile, account, since)
      SELECT profile, account, MIN(${due} - ${due} % ${DAY}) FROM ${table} WHERE ${where} GROUP BY profile, account
      ON CONFLICT (profile, account) DO UPDATE SET since = MIN(since, excluded.since)`)
  }
  // Copied within the database: a body that is no longer text stays byte for byte the same.
  database
    .prepare(
      `INSERT INTO unreadable_rows (table_name, id, profile, body, steps, found_at)
       SELECT ?, ${idOf(table)}, profile, ${jsonOf(table).join(' || char(10) || ')}, NULL, ? FROM ${table} WHERE ${where}`,
    )
    .run(table, now)
  database.exec(`DELETE FROM ${table} WHERE ${where}`)
}
