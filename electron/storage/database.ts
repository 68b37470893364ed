/** Reads and writes of the journal's database: rows by their columns, several writes as one, and whether writing works at all. */
import { open } from 'node:fs/promises'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { quoted } from '../../contract/messages.ts'
import type { Clock } from '../../contract/time.ts'

/**
 * Durability of a write when it returns. `synced` is on the drive and survives a power cut. `written` is with the operating system, survives the
 * terminal's end, and reaches the drive with the next synced write of anything. `syncing` is `written`, and its way to the drive has begun.
 */
export type Durability = 'synced' | 'syncing' | 'written'

/** Owner of a history: a deployment's name, and the trader's address. */
export interface PastOf {
  readonly profile: string
  readonly account: string
}

/** All rows. @typeParam Row columns of the query, as the tables declare them. */
export const rowsOf = <Row extends { readonly [Column in keyof Row]: SQLOutputValue }>(
  query: StatementSync,
  ...values: readonly SQLInputValue[]
): Row[] => query.all(...values).map((row) => ({ ...row }) as Row)

/** The JSON of a column; null where unreadable: a damaged row stops no reader, and is set aside by the next check of the file. */
export function bodyOf<One extends object>(body: string): One | null {
  try {
    const found: unknown = JSON.parse(body)
    return typeof found === 'object' ? (found as One | null) : null
  } catch {
    return null
  }
}

/** The JSON of rows, without unreadable ones. */
export const bodiesOf = <One extends object>(rows: readonly { readonly body: string }[]): One[] =>
  rows.flatMap(({ body }) => bodyOf<One>(body) ?? [])

/** The JSON of a query's `body` column, without unreadable rows. */
export const recordsOf = <One extends object>(query: StatementSync, ...values: readonly SQLInputValue[]): One[] =>
  bodiesOf<One>(rowsOf<{ readonly body: string }>(query, ...values))

/**
 * All of `work` is on disk when this returns, or none of it when it throws. In a write-ahead log a commit without a sync precedes every later commit
 * in the file, so the next sync includes it: the drive always has a prefix of the writes.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T, durability: Durability = 'synced'): T {
  if (durability === 'synced') return committed(database, work)
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return committed(database, work)
  } finally {
    database.exec('PRAGMA synchronous = FULL')
    if (durability === 'syncing') void beginSync(database)
  }
}

/** Flushes the log in the background. An error is left to the next synced write, which flushes the same file and reports it. */
async function beginSync(database: DatabaseSync): Promise<void> {
  try {
    // Windows flushes only what is open for writing.
    const log = await open(`${database.location()}-wal`, 'r+')
    try {
      await log.sync()
    } finally {
      await log.close()
    }
  } catch {
    // As above.
  }
}

function committed<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Interval between two test writes, ms: while they work, and while they fail. */
const HEALTHY = 5_000
const FAILING = 1_000

/** Whether the journal can be written, checked before something that must be written depends on it. */
export function createWriteProbe(database: DatabaseSync, clock: Pick<Clock, 'monotonic'>) {
  const save = database.prepare(
    'INSERT INTO write_probe (id, writes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = writes + 1',
  )
  let issue: string | null = null
  let last = Number.NEGATIVE_INFINITY
  return {
    /**
     * Why nothing can be written, as a sentence; null while writing works. A test write checks this at most every five seconds; every second while it
     * fails.
     */
    issue(): string | null {
      if (clock.monotonic() - last < (issue === null ? HEALTHY : FAILING)) return issue
      last = clock.monotonic()
      try {
        inTransaction(database, () => void save.run())
        issue = null
      } catch (error) {
        issue = `The data folder is not writable: ${quoted((error as Error).message)}.`
      }
      return issue
    },
  }
}
