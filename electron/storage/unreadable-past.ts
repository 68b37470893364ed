/**
 * Rows of the past whose JSON cannot be read: one damaged fill must not stop what reads all of them. Stores leave such a row out; this moves it,
 * whole, to a table of its own, and the trader is notified. By its JSON alone: there are too many rows to read each of them in detail.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { Log } from '../log/index.ts'
import { inTransaction, rowsOf } from './database.ts'

interface PastTableShape {
  /** Its key besides the profile. */
  readonly key: readonly string[]
  /** Its columns of JSON: `body` unless there are others. */
  readonly json?: readonly string[]
  /** Where the books are to be worked out again from, once such a row is gone: the column of that time, ms. */
  readonly due?: string
}

/** Every table of the past that keeps JSON. */
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

/** A row of the past that cannot be read. */
export interface UnreadablePast {
  readonly table: PastTable
  /** Its key besides the profile. */
  readonly id: string
  readonly profile: string
  readonly body: string
}

const shapeOf = (table: PastTable): PastTableShape => PAST[table]
const jsonOf = (table: PastTable): readonly string[] => shapeOf(table).json ?? ['body']

/** Whether a row of the table cannot be read, as SQL. */
export const isUnreadable = (table: PastTable): string =>
  jsonOf(table)
    .map((column) => `NOT (json_valid(${column}) AND substr(${column}, 1, 1) IN ('{', '['))`)
    .join(' OR ')

const DAY = 24 * 60 * 60 * 1000

/**
 * Moves rows that cannot be read to a table of their own. Where that cannot be written they stay where they are, and no store returns them.
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
      // What was indexed of a body before it was damaged leads to a row that is gone.
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
  // Copied within the database: a body that is no text any more stays byte for byte what it is.
  database
    .prepare(
      `INSERT INTO unreadable_rows (table_name, id, profile, body, steps, found_at)
       SELECT ?, ${idOf(table)}, profile, ${jsonOf(table).join(' || char(10) || ')}, NULL, ? FROM ${table} WHERE ${where}`,
    )
    .run(table, now)
  database.exec(`DELETE FROM ${table} WHERE ${where}`)
}
