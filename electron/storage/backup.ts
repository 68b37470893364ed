/** Backups of the journal, one a day while it is open, keeping the latest three. */

import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../contract/time.ts'
import { stampOf, timeOfStamp } from './whole-file.ts'

/** A backup, from its name. */
interface BackupFile {
  readonly name: string
  /** Counts up over all backups: the latest one does not depend on a clock that may have been wrong. */
  readonly number: number
  /** When it was made, by the wall clock at that time, ms. */
  readonly time: number
}

/** Name of a backup: `journal.backup-000012-2026-11-21T12-00-00-000Z.sqlite`. */
const backupName = (number: number, time: number): string =>
  `journal.backup-${String(number).padStart(6, '0')}-${stampOf(time)}.sqlite`

function backupOf(name: string): BackupFile | null {
  const [, digits = '', stamp = ''] = /^journal\.backup-(\d{6,15})-(.+)\.sqlite$/.exec(name) ?? []
  const time = timeOfStamp(stamp)
  return time === null ? null : { name, number: Number(digits), time }
}

/** The backups among file names, the highest number first. */
export const backupsIn = (names: readonly string[]): BackupFile[] =>
  names
    .map(backupOf)
    .filter((backup) => backup !== null)
    .sort((a, b) => b.number - a.number)

const DAY = 24 * 60 * 60 * 1000
const KEPT = 3
/** A paged copy that takes longer counts as hanging, ms. */
const COPIED_WITHIN = 120_000

/** Copies a database in use to an empty file. */
export type CopyInPages = (from: DatabaseSync, to: string) => Promise<unknown>

interface BackupsOptions {
  readonly database: DatabaseSync
  readonly directory: string
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly copyInPages?: CopyInPages | undefined
}

/**
 * Backups of an open journal. The date of the latest one decides only once, as the journal opens, when the next is due. A date in the future comes
 * from a clock that was wrong, and another is due at once. From then on the monotonic clock decides.
 */
export function createBackups({ database, directory, clock, copyInPages = backup }: BackupsOptions) {
  let dueAt = clock.monotonic() + untilDue(directory, clock.now())

  return {
    /** Whether the next one is due. */
    isDue: (): boolean => clock.monotonic() >= dueAt,
    /** Makes one, then removes all but the latest three. An interrupted one leaves none, and stays due. */
    async make(): Promise<void> {
      const [time, began] = [clock.now(), clock.monotonic()]
      const unfinished = await copied()
      const [newest] = backupsIn(readdirSync(directory))
      renameSync(unfinished, join(directory, backupName((newest?.number ?? 0) + 1, time)))
      dueAt = began + DAY
      for (const { name } of backupsIn(readdirSync(directory)).slice(KEPT))
        rmSync(join(directory, name), { force: true })
    },
  }

  /** Copies in pages, so that the terminal keeps running; where that hangs or is not available, SQLite writes the copy at once. */
  async function copied(): Promise<string> {
    const inPages = begun(join(directory, 'journal.backup.tmp'))
    try {
      await within(clock, copyInPages(database, inPages))
      return inPages
    } catch (error) {
      discard(inPages)
      // There is no copy of a journal that was closed meanwhile.
      if (!database.isOpen) throw error
      // A hanging copy may still write to its file: this one uses another file.
      const atOnce = begun(join(directory, 'journal.backup-at-once.tmp'))
      database.prepare('VACUUM INTO ?').run(atOnce)
      return atOnce
    }
  }
}

/** Time until a backup is due by the date of the latest, ms. */
function untilDue(directory: string, now: number): number {
  const [newest] = backupsIn(readdirSync(directory))
  const age = newest === undefined ? DAY : now - newest.time
  return age >= 0 && age < DAY ? DAY - age : 0
}

/** An empty file that only this user can read, even while it is filled. */
function begun(path: string): string {
  rmSync(path, { force: true })
  writeFileSync(path, '', { mode: 0o600 })
  return path
}

/** Windows keeps a file that is still written to: the next backup removes it. */
function discard(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

/** @throws Error when the copy takes longer than allowed. */
function within(clock: Pick<Clock, 'after'>, copy: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(COPIED_WITHIN, () => reject(new Error('the copy in pages did not end')))
    copy.then(resolve, reject).finally(cancel)
  })
}
