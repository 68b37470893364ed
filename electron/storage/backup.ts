/** Daily backups of the journal, the newest three. */
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../contract/time.ts'
import { backupName, backupsIn, backupTime } from './backup-names.ts'

const DAY = 24 * 60 * 60 * 1000
const KEPT = 3

/**
 * Backs the journal up unless the newest backup is younger than a day, then removes all but three. Copies in pages, so that the
 * terminal goes on meanwhile; a backup that is cut short leaves none.
 * @returns whether one was made.
 */
export async function backUpIfDue(
  database: DatabaseSync,
  directory: string,
  clock: Pick<Clock, 'now'>,
): Promise<boolean> {
  const now = clock.now()
  const [newest] = backupsIn(readdirSync(directory))
  const age = newest === undefined ? Number.POSITIVE_INFINITY : now - (backupTime(newest) ?? 0)
  if (age >= 0 && age < DAY) return false
  const unfinished = join(directory, 'journal.backup.tmp')
  rmSync(unfinished, { force: true })
  await backup(database, unfinished)
  renameSync(unfinished, join(directory, backupName(now)))
  for (const old of backupsIn(readdirSync(directory)).slice(KEPT)) rmSync(join(directory, old), { force: true })
  return true
}
