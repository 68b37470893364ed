/** How backups of the journal are named: `journal.backup-000012-2026-11-21T12-00-00-000Z.sqlite`. */
import { stampOf, timeOfStamp } from './file-names.ts'

/** A backup, by its name. */
interface BackupFile {
  readonly name: string
  /** Counts up over all backups: which is newest does not depend on a clock that may have been wrong. */
  readonly number: number
  /** When it was made, by the wall clock of then, ms. */
  readonly time: number
}

export const backupName = (number: number, time: number): string =>
  `journal.backup-${String(number).padStart(6, '0')}-${stampOf(time)}.sqlite`

function backupOf(name: string): BackupFile | null {
  const [, digits = '', stamp = ''] = /^journal\.backup-(\d{6,15})-(.+)\.sqlite$/.exec(name) ?? []
  const time = timeOfStamp(stamp)
  return time === null ? null : { name, number: Number(digits), time }
}

/** Those among names of files, the one with the highest number first. */
export const backupsIn = (names: readonly string[]): BackupFile[] =>
  names
    .map(backupOf)
    .filter((backup) => backup !== null)
    .sort((a, b) => b.number - a.number)
