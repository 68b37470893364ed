/** Daily backups of the journal, the newest three. */
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../contract/time.ts'
import { backupName, backupsIn, backupTime } from './backup-names.ts'

const DAY = 24 * 60 * 60 * 1000
const KEPT = 3
/** A copy in pages that takes longer hangs, ms. */
const COPIED_WITHIN = 120_000

/**
 * Backs the journal up unless the newest backup is younger than a day, then removes all but three. Copies in pages, so that the
 * terminal goes on meanwhile; where that hangs or cannot be had, SQLite writes the copy at once. A backup that is cut short leaves none.
 * @returns whether one was made.
 */
export async function backUpIfDue(
  database: DatabaseSync,
  directory: string,
  clock: Pick<Clock, 'now' | 'after'>,
  copyInPages: (from: DatabaseSync, to: string) => Promise<unknown> = backup,
): Promise<boolean> {
  const now = clock.now()
  const [newest] = backupsIn(readdirSync(directory))
  const age = newest === undefined ? Number.POSITIVE_INFINITY : now - (backupTime(newest) ?? 0)
  if (age >= 0 && age < DAY) return false
  let unfinished = join(directory, 'journal.backup.tmp')
  rmSync(unfinished, { force: true })
  try {
    await within(clock, copyInPages(database, unfinished))
  } catch (error) {
    // One that hangs may still write to its file: the other copy has one of its own.
    unfinished = join(directory, 'journal.backup-at-once.tmp')
    rmSync(unfinished, { force: true })
    // Of a journal that was closed meanwhile there is no copy.
    if (!database.isOpen) throw error
    database.prepare('VACUUM INTO ?').run(unfinished)
  }
  renameSync(unfinished, join(directory, backupName(now)))
  for (const old of backupsIn(readdirSync(directory)).slice(KEPT)) rmSync(join(directory, old), { force: true })
  return true
}

/** @throws Error when the copy takes longer than it may. */
function within(clock: Pick<Clock, 'after'>, copy: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(COPIED_WITHIN, () => reject(new Error('the copy in pages did not end')))
    copy.then(resolve, reject).finally(cancel)
  })
}
