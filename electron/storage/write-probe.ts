/** Whether the journal can be written, before something that must be written depends on it. */
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../contract/time.ts'
import { inTransaction } from './transaction.ts'

export interface WriteProbe {
  /** Why nothing can be written, as a sentence; null while it can. A write finds out, at most every five seconds; every second while it fails. */
  issue(): string | null
}

/** Between two writes while they work, and while they do not, ms. */
const HEALTHY = 5_000
const FAILING = 1_000

export function createWriteProbe(database: DatabaseSync, clock: Pick<Clock, 'monotonic'>): WriteProbe {
  const save = database.prepare(
    'INSERT INTO write_probe (id, writes) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = writes + 1',
  )
  let issue: string | null = null
  let last = Number.NEGATIVE_INFINITY
  return {
    issue() {
      if (clock.monotonic() - last < (issue === null ? HEALTHY : FAILING)) return issue
      last = clock.monotonic()
      try {
        inTransaction(database, () => void save.run())
        issue = null
      } catch (error) {
        issue = `The data folder cannot be written: ${(error as Error).message.replace(/\.$/, '')}.`
      }
      return issue
    },
  }
}
