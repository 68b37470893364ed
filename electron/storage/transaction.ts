/** Runs several writes as one. */
import type { DatabaseSync } from 'node:sqlite'

/** All of `work` is on disk when this returns, or none of it when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
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
