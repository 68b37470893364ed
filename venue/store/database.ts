/** Opens the venue's SQLite file; a damaged file, one with another schema or one of another program is renamed, never overwritten or migrated. */

import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Account, VenueTime } from '../market/index.ts'
import { HISTORY_SCHEMA } from './history.ts'

const REFERRAL_SCHEMA = `
  CREATE TABLE referral_code (wallet TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, time INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE referral (wallet TEXT PRIMARY KEY, referrer TEXT NOT NULL, code TEXT NOT NULL, time INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX referral_by_referrer ON referral (referrer, time);
`

/** A wallet's own code. */
export interface CodeRow {
  readonly wallet: Account
  readonly code: string
  /** When it was made. */
  readonly time: VenueTime
}

/** A referral of one wallet by another's code. */
export interface ReferralRow {
  readonly wallet: Account
  readonly referrer: Account
  readonly code: string
  /** When it was accepted. */
  readonly time: VenueTime
}

/** Increase it with every schema change: a file with another version is set aside, not migrated, until the first release. */
const SCHEMA_VERSION = 5
/** `ISOT` in ASCII: identifies the file as the practice venue's. */
const APPLICATION_ID = 0x49534f54

const SCHEMA = `
  CREATE TABLE about (note TEXT NOT NULL);
  INSERT INTO about VALUES ('Book-keeping of the Isotherm practice venue. Keys in here hold play money only.');
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE practice_key (address TEXT PRIMARY KEY, private_key TEXT NOT NULL, note TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE account (address TEXT PRIMARY KEY, saved_at INTEGER NOT NULL, saved TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE identity (subject TEXT PRIMARY KEY, wallet TEXT, email TEXT, access TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE access_request (subject TEXT PRIMARY KEY, email TEXT NOT NULL, note TEXT, time INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE agent (wallet TEXT PRIMARY KEY, agent TEXT NOT NULL UNIQUE, name TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE nonce (wallet TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE submission (order_id TEXT PRIMARY KEY, wallet TEXT NOT NULL, oid TEXT, refusal TEXT) WITHOUT ROWID;
  ${HISTORY_SCHEMA}
  ${REFERRAL_SCHEMA}
`

/** The opened database, and messages that the caller must show to the user. */
interface OpenedDatabase {
  database: DatabaseSync
  notices: string[]
}

/**
 * Opens or creates the file (`:memory:` for none).
 * @param now real time in ms, for the name of a file that is set aside.
 * @throws when the file cannot be opened, or another venue has it.
 */
export function openDatabase(path: string, now: number): OpenedDatabase {
  if (path === ':memory:') return { database: create(path), notices: [] }
  mkdirSync(dirname(path), { recursive: true })
  if (!existsSync(path)) return { database: createFile(path), notices: [] }
  const { database, why, tag } = openExisting(path)
  if (database !== null) return { database, notices: [] }
  const aside = renameAside(path, tag, now)
  return {
    database: createFile(path),
    notices: [`The practice venue's file ${why}. It was set aside as ${aside}, and a new one was started.`],
  }
}

/** Without a database: the reason, and the new name of the file. */
type Existing = { database: DatabaseSync; why: null; tag: null } | { database: null; why: string; tag: string }

function openExisting(path: string): Existing {
  let database: DatabaseSync | null = null
  let version: number
  try {
    database = new DatabaseSync(path)
    const [check] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
    if (check !== 'ok') throw new Error(String(check))
    if (pragma(database, 'application_id') !== APPLICATION_ID) throw new Error('it is not a practice venue file')
    version = pragma(database, 'user_version')
  } catch (error) {
    database?.close()
    const { message } = error as Error
    if (/locked|busy/i.test(message)) throw new Error(`${path} is in use by another practice venue`)
    if (/unable to open/i.test(message)) throw new Error(`${path} cannot be opened`)
    return { database: null, why: `was damaged (${message})`, tag: 'damaged' }
  }
  if (version !== SCHEMA_VERSION) {
    database.close()
    const why = `is from another version (schema ${version}, this one reads ${SCHEMA_VERSION})`
    return { database: null, why, tag: `schema-${version}` }
  }
  return { database: configure(database), why: null, tag: null }
}

const pragma = (database: DatabaseSync, name: string): number =>
  Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])

function createFile(path: string): DatabaseSync {
  const database = create(path)
  chmodSync(path, 0o600)
  return database
}

function create(path: string): DatabaseSync {
  const database = configure(new DatabaseSync(path))
  database.exec(
    `BEGIN; ${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`,
  )
  return database
}

/** One venue has exclusive access to the file, and a committed write is on disk before the statement returns. */
function configure(database: DatabaseSync): DatabaseSync {
  database.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000',
  )
  return database
}

function renameAside(path: string, tag: string, now: number): string {
  const aside = `${path}.${tag}-${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  }
  return aside
}
