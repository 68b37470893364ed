/**
 * Whether the journal's file is sound. Checking every page takes seconds once the file has years of data. After an orderly shutdown, a start
 * therefore checks only what orders depend on; a separate thread checks the rest once the terminal is running (`checkInBackground`).
 */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { schemaIn } from './schema.ts'
import { isUnreadable, PAST_TABLES, type PastTable } from './unreadable-past.ts'

/** SQLite's result codes for a file that is not a sound database; anything else (busy, full, forbidden) is no damage. */
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** Files up to this size, in bytes, are checked completely at every start: that takes a fifth of a second. */
const SMALL = 48 * 1024 * 1024
/** Tables whose damage could lead to double or lost sends, and that stay small forever. */
const VITAL = ['nonces', 'conditionals', 'moves', 'reversals', 'algos', 'flattens', 'held_pauses', 'asset_numbers']

/** Read-only: a damaged file must stay as it was found. @returns the damage, or null when it is sound or missing. */
export function damageOf(path: string, isWhole: boolean): string | null {
  if (!existsSync(path)) return null
  if (statSync(path).size === 0) return 'the file is empty'
  return looking(path, (database) => {
    const finding = isWhole ? checked(database, '1') : (shortened(database, path) ?? vitalDamage(database))
    return finding ?? missingTables(database)
  })
}

/** The schema of a sound file; 0 when it is missing. */
export function schemaOf(path: string): number {
  if (!existsSync(path)) return 0
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
  try {
    return schemaIn(database)
  } finally {
    database.close()
  }
}

/** Whether a start may leave most of the file for later. */
export const isLarge = (path: string): boolean => existsSync(path) && statSync(path).size > SMALL

/** Result of a check of the whole file. */
export interface CheckFinding {
  /** The damage; null where there is none, or the check could not finish. */
  readonly damage: string | null
  /** Tables of the past with unreadable rows. */
  readonly unreadable: readonly PastTable[]
}
const NOTHING: CheckFinding = { damage: null, unreadable: [] }

/** Checks every table in a separate thread, pausing after each for as long as it took: other programs use the drive too. */
export function checkInBackground(path: string): { readonly found: Promise<CheckFinding>; stop(): void } {
  const bodies = Object.fromEntries(PAST_TABLES.map((table) => [table, isUnreadable(table)]))
  const worker = new Worker(THREAD, { eval: true, workerData: { path, bodies } })
  const found = new Promise<CheckFinding>((resolve) => {
    worker.once('message', (finding: CheckFinding) => resolve(finding))
    worker.once('error', (error) => resolve(isDamage(error) ? { ...NOTHING, damage: error.message } : NOTHING))
    worker.once('exit', () => resolve(NOTHING))
  })
  return { found, stop: () => void worker.terminate() }
}

/** The thread: plain JavaScript, so that it needs no separate bundle. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
const resting = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
function damageIn(error) {
  const code = typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  return code === ${SQLITE_CORRUPT} || code === ${SQLITE_NOTADB} ? error.message : null
}
function findingIn(database, table) {
  try {
    const [row] = database.prepare('PRAGMA quick_check("' + table.replaceAll('"', '""') + '")').all()
    return row?.quick_check ?? 'ok'
  } catch (error) {
    const damage = damageIn(error)
    if (damage === null) throw error
    return damage
  }
}
const unreadable = []
async function check() {
  const database = new DatabaseSync(workerData.path, { readOnly: true, timeout: 2000 })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    for (const { name } of tables) {
      const began = performance.now()
      const finding = findingIn(database, name)
      if (finding !== 'ok') return name + ': ' + finding
      const where = workerData.bodies[name]
      if (where && database.prepare('SELECT 1 FROM ' + name + ' WHERE ' + where + ' LIMIT 1').get()) unreadable.push(name)
      await resting(performance.now() - began)
    }
    return null
  } finally {
    database.close()
  }
}
const report = (damage) => parentPort.postMessage({ damage, unreadable })
check().then(report, (error) => report(damageIn(error)))
`

/** Opens a file read-only; returns the damage that this meets. @throws Error when it cannot be read for another reason. */
function looking(path: string, look: (database: DatabaseSync) => string | null): string | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 2000 })
    return look(database)
  } catch (error) {
    if (isDamage(error)) return (error as Error).message
    throw error
  } finally {
    database?.close()
  }
}

/** @param argument of the check: `1` for the whole file, else the name of a table. */
function checked(database: DatabaseSync, argument: string): string | null {
  const rows = database.prepare(`PRAGMA quick_check(${argument})`).all() as { quick_check: string }[]
  const finding = rows[0]?.quick_check ?? 'the check gave no answer'
  return finding === 'ok' ? null : finding
}

function vitalDamage(database: DatabaseSync): string | null {
  const tables = tablesOf(database)
  for (const table of VITAL) {
    const finding = tables.has(table) ? checked(database, table) : null
    if (finding !== null) return `${table}: ${finding}`
  }
  return null
}

/** After an orderly shutdown all pages are in the file, none in a log beside it. */
function shortened(database: DatabaseSync, path: string): string | null {
  const of = (pragma: string): number => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
  const expected = of('page_count') * of('page_size')
  return !existsSync(`${path}-wal`) && statSync(path).size < expected
    ? `the file has ${statSync(path).size} of ${expected} bytes`
    : null
}

/** A file with a schema number but without its tables is not our journal. */
function missingTables(database: DatabaseSync): string | null {
  if (schemaIn(database) === 0) return null
  const tables = tablesOf(database)
  const missing = ['actions', 'steps', 'nonces'].filter((name) => !tables.has(name))
  return missing.length === 0 ? null : `its tables are gone: ${missing.join(', ')}`
}

const tablesOf = (database: DatabaseSync): ReadonlySet<string> =>
  new Set(
    (database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[]).map(
      ({ name }) => name,
    ),
  )

/** Whether SQLite reports that a file is no sound database. */
const isDamage = (error: unknown): boolean => {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff)
}
