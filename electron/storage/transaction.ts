/** Runs several writes as one. */
import type { DatabaseSync } from 'node:sqlite'
import type { Durability } from './interface.ts'

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
