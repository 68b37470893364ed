/** Opens the journal's SQLite file; a damaged one is set aside whole, never repaired in place or overwritten. */
import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../contract/time.ts'
import { stampOf } from './file-names.ts'
import type { SetAside } from './interface.ts'
import { migrate } from './migrations.ts'

const FILE = 'journal.sqlite'
/** SQLite's result codes for a file that is not a sound database; anything else (busy, full, forbidden) is no damage. */
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

interface OpenedJournal {
  readonly database: DatabaseSync
  readonly setAside: SetAside | null
}

/**
 * Opens or creates `journal.sqlite`. Writes are durable when they return (WAL, synchronous FULL), on macOS by `fullfsync` too: there a
 * plain fsync leaves them in the drive's own cache, and a power cut takes them.
 * @throws Error when the file cannot be used for a reason other than damage: in use, not permitted, newer than this terminal.
 */
export function openJournalDatabase(directory: string, clock: Pick<Clock, 'now'>): OpenedJournal {
  const path = join(directory, FILE)
  const damage = damageOf(path)
  if (damage === null) return { database: open(path), setAside: null }

  const nonces = salvageNonces(path)
  const movedTo = join(directory, `journal.damaged-${stampOf(clock.now())}.sqlite`)
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, movedTo + suffix)
  }
  const database = open(path)
  const keep = database.prepare('INSERT OR REPLACE INTO nonces (signer, nonce) VALUES (?, ?)')
  for (const { signer, nonce } of nonces) keep.run(signer, nonce)
  return { database, setAside: { what: 'journal', movedTo, reason: damage } }
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 2000 })
  try {
    database.exec(`
      PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
    `)
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** What is wrong with the file, or null when it is sound or not there. Looks only: a damaged file must stay as it was found. */
function damageOf(path: string): string | null {
  if (!existsSync(path)) return null
  if (statSync(path).size === 0) return 'the file is empty'
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
    const rows = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    const finding = rows[0]?.quick_check ?? 'the check gave no answer'
    return finding === 'ok' ? missingTables(database) : finding
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    database?.close()
  }
}

/** A file of a known version without its tables is no journal of ours any more. */
function missingTables(database: DatabaseSync): string | null {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version === 0) return null
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
  const missing = ['actions', 'steps', 'nonces'].filter((name) => !tables.some((table) => table.name === name))
  return missing.length === 0 ? null : `its tables are gone: ${missing.join(', ')}`
}

const isDamage = (error: unknown): boolean => {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff)
}

/** The nonces of a damaged file, as far as they can still be read; without them the clock alone keeps nonces rising. */
function salvageNonces(path: string): { signer: string; nonce: number }[] {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true })
    const rows = database.prepare('SELECT signer, nonce FROM nonces').all() as { signer: unknown; nonce: unknown }[]
    return rows.filter(
      (row): row is { signer: string; nonce: number } =>
        typeof row.signer === 'string' && Number.isSafeInteger(row.nonce),
    )
  } catch {
    return []
  } finally {
    database?.close()
  }
}
