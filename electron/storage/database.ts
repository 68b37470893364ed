/** How the journal's database is read and written: rows by their columns, several writes as one, and whether a write works at all. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import type { Clock } from '../../contract/time.ts'

/**
 * What a write has come through when it returns: `synced` is on the drive and outlives a power cut; `written` is with the operating system, outlives
 * the terminal however it ends, and is on the drive with the next synced write of anything.
 */
export type Durability = 'synced' | 'written'

/** Whose past: a deployment profile's name, and the trader's address. */
export interface PastOf {
  readonly profile: string
  readonly account: string
}

/** All rows. @typeParam Row what the query's columns hold, as the tables declare them. */
export const rowsOf = <Row extends { readonly [Column in keyof Row]: SQLOutputValue }>(
  query: StatementSync,
  ...values: readonly SQLInputValue[]
): Row[] => query.all(...values).map((row) => ({ ...row }) as Row)

/** The JSON of a column; null where it cannot be read: a damaged row stops no reader, and is set aside by the next check of the file. */
export function bodyOf<One extends object>(body: string): One | null {
  try {
    const found: unknown = JSON.parse(body)
    return typeof found === 'object' ? (found as One | null) : null
  } catch {
    return null
  }
}

/** The JSON of rows, without those that cannot be read. */
export const bodiesOf = <One extends object>(rows: readonly { readonly body: string }[]): One[] =>
  rows.flatMap(({ body }) => bodyOf<One>(body) ?? [])

/**
 * All of `work` is on disk when this returns, or none of it when it throws. In a write-ahead log a commit without a sync is in the file
 * all the same, before every commit after it, so that the next sync takes it along: what is on the drive is always a beginning of
 * what was written.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T, durability: Durability = 'synced'): T {
  if (durability === 'synced') return committed(database, work)
  database.exec('PRAGMA synchronous = NORMAL')
  try {
    return committed(database, work)
  } finally {
    database.exec('PRAGMA synchronous = FULL')
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

export interface WriteProbe {
  /** Why nothing can be written, as a sentence; null while it can. A write finds out, at most every five seconds; every second while it fails. */
  issue(): string | null
}

/** Between two writes while they work, and while they do not, ms. */
const HEALTHY = 5_000
const FAILING = 1_000

/** Whether the journal can be written, before something that must be written depends on it. */
export function createWriteProbe(database: DatabaseSync, clock: Pick<Clock, 'monotonic'>): WriteProbe {
  const save = database.prepare(
    'INSERT INTO write_probe (id, writes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = writes + 1',
  )
  let issue: string | null = null
  let last = Number.NEGATIVE_INFINITY
  return {
    issue() {
      if (clock.monotonic() - last < (issue === null ? HEALTHY : FAILING)) return issue
      last = clock.monotonic()
      try {
        inTransaction(database, () => void save.run())
        issue = null
      } catch (error) {
        issue = `The data folder cannot be written: ${(error as Error).message.replace(/\.$/, '')}.`
      }
      return issue
    },
  }
}
