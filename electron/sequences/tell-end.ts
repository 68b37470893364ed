/** The last word on a record: nothing follows it, so it is told also where the disk does not take it. */
import type { Log } from '../log/index.ts'

interface Keeping<One> {
  /** Disk, then memory. @throws Error */
  readonly write: (record: One) => void
  /** Memory alone. */
  readonly keep: (record: One) => void
  readonly log: Pick<Log, 'error'>
}

/**
 * Writes how a record ended, or keeps it in memory with the reason: what it did is known to its actions, and a word that took it back would be
 * wrong. On disk it is still under way, so that the next start reads it to its end once more.
 */
export function tellEnd<One extends { readonly id: string; readonly message: string | null }>(
  record: One,
  { write, keep, log }: Keeping<One>,
): One {
  try {
    write(record)
    return record
  } catch (error) {
    log.error({ err: error, record: record.id }, 'how it ended could not be journalled')
    const message = `${record.message ?? ''} The journal could not be written: ${wordsOf(error)}`.trim()
    const kept = { ...record, message }
    keep(kept)
    return kept
  }
}

export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
