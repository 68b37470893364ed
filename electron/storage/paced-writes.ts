/**
 * Writes of a file that changes as fast as a hand works: the first change at once or very soon, those that follow within a second together at
 * its end.
 */
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'

/** Between two writes of a file, ms: each is synced to the disk. */
const WRITE_EVERY_MS = 1000

interface PacedWritesOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Pick<Log, 'warn'> | undefined
  /** How long a first change waits, ms, so that what it sets in motion comes first; it is written at once unless said. */
  readonly soonest?: number
  /** In the log: `the layouts could not be saved`. */
  readonly what: string
  /** Writes what is the newest then. @throws Error in words when it cannot be written. */
  readonly write: () => void
}

interface PacedWrites {
  /** Something changed. @throws Error in words when it is written at once and cannot be; it waits for the next change then. */
  changed(): void
  /** Writes what is not written yet. */
  close(): void
}

export function pacedWrites({ clock, soonest = 0, log, what, write }: PacedWritesOptions): PacedWrites {
  let writtenAt = Number.NEGATIVE_INFINITY
  let waiting: Cancel | null = null
  let written = true

  function writeNow(): void {
    waiting?.()
    waiting = null
    writtenAt = clock.monotonic()
    write()
    written = true
  }

  function writeLater(): void {
    try {
      writeNow()
    } catch (error) {
      log?.warn({ err: error }, `${what} could not be saved`)
    }
  }

  return {
    changed() {
      written = false
      if (waiting !== null) return
      const rest = Math.max(soonest, writtenAt + WRITE_EVERY_MS - clock.monotonic())
      if (rest > 0) waiting = clock.after(rest, writeLater)
      else writeNow()
    },
    close() {
      if (!written) writeLater()
    },
  }
}
