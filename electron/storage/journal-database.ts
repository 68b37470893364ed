/** Opens the journal's SQLite file; a damaged one, or one of another schema, is set aside whole, never repaired in place, overwritten or migrated. */
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FINAL_STATES } from '../../contract/action.ts'
import { quoted } from '../../contract/messages.ts'
import type { Clock } from '../../contract/time.ts'
import { backupsIn } from './backup.ts'
import { damageOf, isLarge, schemaOf } from './journal-check.ts'
import { createTables, SCHEMA } from './schema.ts'
import { keepPrivate, type SetAside, stampOf } from './whole-file.ts'

/** Tables of work under way and of the last account state: all of it starts empty. */
const BEGUN_ANEW = [
  ...['conditionals', 'flattens', 'moves', 'reversals', 'algos', 'held_pauses', 'held', 'wallets'],
  ...['foreign_orders', 'asset_number_words', 'closed_positions'],
]

/**
 * Replaces a journal that was set aside with a copy of the latest sound backup of this schema: the one with the highest number, regardless of its
 * date. It restores only the past. Work that was under way at the time of the backup may have ended since: orders are found by the reads, and the
 * trader arms the terminal's own orders again.
 * @returns the backup's name; null where there is none.
 */
function restoreFromBackup(directory: string, path: string): string | null {
  const unfinished = join(directory, 'journal.restored.tmp')
  for (const { name } of backupsIn(readdirSync(directory))) {
    const backup = join(directory, name)
    if (damageOf(backup, true) !== null || schemaOf(backup) !== SCHEMA) continue
    copyFileSync(backup, unfinished)
    dropWhatWasAtWork(unfinished)
    renameSync(unfinished, path)
    return name
  }
  rmSync(unfinished, { force: true })
  return null
}

function dropWhatWasAtWork(path: string): void {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL')
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]
    const has = new Set(tables.map(({ name }) => name))
    const isOver = `state IN (${FINAL_STATES.map((state) => `'${state}'`).join(', ')})`
    database.exec(`BEGIN;
      DELETE FROM steps WHERE action_id IN (SELECT id FROM actions WHERE NOT ${isOver});
      DELETE FROM actions WHERE NOT ${isOver};
      ${BEGUN_ANEW.filter((table) => has.has(table))
        .map((table) => `DELETE FROM ${table};`)
        .join('\n')}
      COMMIT;`)
  } finally {
    database.close()
  }
}

const FILE = 'journal.sqlite'
/** Exists while the journal is open: if found at a start, the last shutdown was not orderly. */
const OPEN_MARK = 'journal.open'
/** Exists since a check found damage: the next start sets the file aside. */
const DAMAGED_MARK = 'journal.damaged'

/** Path of the journal's file. */
export const journalPath = (directory: string): string => join(directory, FILE)

export interface OpenedJournal {
  readonly path: string
  readonly database: DatabaseSync
  readonly setAside: SetAside | null
  /** Whether every page was checked. */
  readonly isChecked: boolean
  /** A later check found damage. */
  damaged(reason: string): void
  /** Closes it in order. */
  close(): void
}

/**
 * Opens or creates `journal.sqlite`. Writes are durable when they return (WAL, synchronous FULL), on macOS also with `fullfsync`: a plain fsync there
 * leaves them in the drive's own cache, and a power cut loses them. A large file is checked completely only after a disorderly shutdown; otherwise
 * the caller has the rest checked.
 * @throws Error when the file cannot be used for a reason other than damage and its schema: in use, not permitted.
 */
export function openJournalDatabase(directory: string, clock: Pick<Clock, 'now'>): OpenedJournal {
  const path = journalPath(directory)
  // Its log, its backups and files that were set aside too, even where they were left open to other users.
  for (const name of readdirSync(directory)) if (name.startsWith('journal.')) keepPrivate(join(directory, name))
  const [openMark, damagedMark] = [join(directory, OPEN_MARK), join(directory, DAMAGED_MARK)]
  const found = existsSync(damagedMark) ? readFileSync(damagedMark, 'utf8') : null
  const isWhole = !isLarge(path) || existsSync(openMark)
  const damage = found ?? damageOf(path, isWhole)
  const schema = damage === null ? schemaOf(path) : 0
  const opened =
    damage !== null
      ? replaceDamaged(directory, damage, clock)
      : schema === 0 || schema === SCHEMA
        ? { database: open(path), setAside: null }
        : replaceOtherSchema(directory, schema, clock)
  rmSync(damagedMark, { force: true })
  mark(openMark, '')
  return {
    path,
    ...opened,
    isChecked: isWhole,
    damaged: (reason) => mark(damagedMark, reason),
    close() {
      opened.database.close()
      rmSync(openMark, { force: true })
    },
  }
}

/** Without disk space for the mark the terminal continues as if it were to shut down in order. */
function mark(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
  }
}

type Replaced = Pick<OpenedJournal, 'database' | 'setAside'>

/** Sets the damaged file aside, and starts with the past from the latest backup and the nonces of the damaged file. */
function replaceDamaged(directory: string, reason: string, clock: Pick<Clock, 'now'>): Replaced {
  const path = journalPath(directory)
  const nonces = salvageNonces(path)
  const movedTo = join(directory, `journal.damaged-${stampOf(clock.now())}.sqlite`)
  moveJournal(path, movedTo)
  const restoredFrom = restoreFromBackup(directory, path)
  return {
    database: openWith(path, nonces),
    setAside: {
      what: 'journal',
      movedTo,
      reason: `Damage found: ${quoted(reason)}.`,
      ...(restoredFrom === null ? {} : { restoredFrom }),
    },
  }
}

/** Sets a sound file of another schema aside, and starts with only its nonces. */
function replaceOtherSchema(directory: string, schema: number, clock: Pick<Clock, 'now'>): Replaced {
  const path = journalPath(directory)
  const nonces = salvageNonces(path)
  const movedTo = join(directory, `journal.schema-${schema}-${stampOf(clock.now())}.sqlite`)
  moveJournal(path, movedTo)
  const reason = `It has schema ${schema}; this version reads schema ${SCHEMA}.`
  return { database: openWith(path, nonces), setAside: { what: 'journal', movedTo, reason, schema } }
}

function moveJournal(path: string, to: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, to + suffix)
  }
}

function openWith(path: string, nonces: ReturnType<typeof salvageNonces>): DatabaseSync {
  const database = open(path)
  const keep = database.prepare(
    `INSERT INTO nonces (signer, nonce) VALUES (?, ?)
     ON CONFLICT (signer) DO UPDATE SET nonce = MAX(nonce, excluded.nonce)`,
  )
  for (const { signer, nonce } of nonces) keep.run(signer, nonce)
  return database
}

function open(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 2000 })
  try {
    // Before anything is in it: SQLite gives its log and its index the mode of the file.
    keepPrivate(path)
    database.exec(`
      PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
    `)
    createTables(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** The nonces of a file that is set aside, where they can still be read; without them the clock alone keeps nonces rising. */
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
