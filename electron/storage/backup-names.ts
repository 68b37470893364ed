/** How backups of the journal are named. */
import { stampOf, timeOfStamp } from './file-names.ts'

export const backupName = (time: number): string => `journal.backup-${stampOf(time)}.sqlite`

/** When a backup was made, by its name; null where it is none. */
export const backupTime = (name: string): number | null =>
  timeOfStamp(/^journal\.backup-(.+)\.sqlite$/.exec(name)?.[1] ?? '')

/** Those among names of files, newest first. */
export const backupsIn = (names: readonly string[]): string[] =>
  names
    .filter((name) => backupTime(name) !== null)
    .sort()
    .reverse()
