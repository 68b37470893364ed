/** Daily maintenance of an open journal: a check of its file, and a backup if it is sound. A terminal may run for weeks. */
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { type CopyInPages, createBackups } from './backup.ts'
import { type CheckFinding, checkInBackground } from './journal-check.ts'
import type { OpenedJournal } from './journal-database.ts'
import type { PastTable } from './unreadable-past.ts'

interface JournalUpkeepOptions {
  readonly directory: string
  readonly opened: Pick<OpenedJournal, 'path' | 'database' | 'isChecked' | 'damaged'>
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log: Pick<Log, 'warn' | 'error'> | undefined
  /** Called with tables of the past in which a check found unreadable rows. */
  readonly unreadable: (tables: readonly PastTable[]) => void
  readonly check?: typeof checkInBackground
  /** Copies the database to a file. */
  readonly copyInPages?: CopyInPages | undefined
}

const DAY = 24 * 60 * 60 * 1000
/** Interval between two checks for due work, ms; failed work is retried by the next one. */
const LOOK = 60 * 60 * 1000

export function createJournalUpkeep(options: JournalUpkeepOptions) {
  const { directory, opened, clock, log, check = checkInBackground } = options
  const { copyInPages } = options
  const backups = createBackups({ database: opened.database, directory, clock, copyInPages })
  /** Monotonic ms; null while a part of the file was never checked. */
  let checkedAt = opened.isChecked ? clock.monotonic() : null
  let checking: { readonly found: Promise<string | null>; stop(): void } | null = null
  /** Damage is permanent: the next start sets the file aside. */
  let damage: string | null = null
  let backup: Promise<boolean> | null = null
  let timer: Cancel | null = null
  let isStopped = false

  /** Checks the file where the last check is a day old; null where it is sound. */
  async function findDamage(): Promise<string | null> {
    if (damage !== null || (checkedAt !== null && clock.monotonic() - checkedAt < DAY)) return damage
    checking ??= begun()
    return checking.found
  }

  function begun(): NonNullable<typeof checking> {
    const { found, stop } = check(opened.path)
    return { found: found.then(noted), stop }
  }

  function noted({ damage: found, unreadable }: CheckFinding): string | null {
    checking = null
    checkedAt = clock.monotonic()
    if (unreadable.length > 0 && !isStopped) options.unreadable(unreadable)
    if (found === null) return null
    damage = found
    opened.damaged(found)
    log?.error({ found }, 'the journal is damaged')
    return found
  }

  async function backUp(): Promise<boolean> {
    if (!backups.isDue()) return false
    // A damaged copy in place of a sound one would be no backup.
    if ((await findDamage()) !== null) return false
    await backups.make()
    return true
  }

  /** Returns whether a backup was made. Never rejects: a failure is logged, and the backup stays due. */
  function backupIfDue(): Promise<boolean> {
    backup ??= backUp()
      .catch((error: unknown) => {
        log?.error({ err: error }, 'the journal could not be backed up')
        return false
      })
      .finally(() => {
        backup = null
      })
    return backup
  }

  return {
    findDamage,
    backupIfDue,
    /** Does both whenever they are due, until `stop`. @param damaged called once when damage is found. */
    maintain(damaged: (reason: string) => void): void {
      let isReported = false
      const look = (): void => {
        timer = clock.after(LOOK, look)
        findDamage()
          .then((found) => {
            if (found === null || isReported || isStopped) return
            isReported = true
            damaged(found)
          })
          .catch((error: unknown) => log?.error({ err: error }, 'the journal could not be checked'))
        void backupIfDue()
      }
      look()
    },
    /** The journal closes: a check under way ends without a finding. */
    stop(): void {
      isStopped = true
      timer?.()
      checking?.stop()
    },
  }
}
