/**
 * What the newest sound backup gives back of a journal that was damaged: the past alone. Whatever is at work, or was when the backup was made,
 * stays out, for it may have ended since: orders are found by the reads, and what is held by the terminal is armed by the trader again.
 */
import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FINAL_STATES } from '../../contract/action.ts'
import { backupsIn } from './backup-names.ts'
import { damageOf, schemaOf } from './journal-check.ts'
import { SCHEMA } from './schema.ts'

/** Work that is held, and what was seen of an account last: all of it begins anew. */
const BEGUN_ANEW = [
  ...['conditionals', 'flattens', 'moves', 'reversals', 'algos', 'held_pauses', 'held', 'wallets'],
  ...['foreign_orders', 'asset_number_words', 'closed_positions'],
]

/**
 * Puts a copy of the newest sound backup of this schema in the place of a journal that was set aside: the one with the highest number, whatever
 * its date says.
 * @returns the backup's name; null where there is none.
 */
export function restoreFromBackup(directory: string, path: string): string | null {
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
