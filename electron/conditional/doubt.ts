/** Takes a single read at no more than it is worth: what it misses may be back in the next one. */
import type { Clock } from '../../contract/time.ts'

/** Reads that miss the same thing this long apart prove that it is gone, ms. */
const APART = 3_000

interface Doubt {
  /** Takes what a read says, and tells whether it is proven that the thing is gone. */
  isProven(id: string, isMissing: boolean): boolean
  /** Whether a thing was missed and is to be looked for again by now. */
  isDue(): boolean
  settle(id: string): void
  /** Forgets all but these. */
  keep(ids: ReadonlySet<string>): void
}

export function createDoubt(clock: Pick<Clock, 'monotonic'>): Doubt {
  /** When each was first missed, monotonic ms. */
  const missing = new Map<string, number>()
  return {
    isProven(id, isMissing) {
      if (!isMissing) {
        missing.delete(id)
        return false
      }
      const since = missing.get(id) ?? clock.monotonic()
      missing.set(id, since)
      return clock.monotonic() - since >= APART
    },
    isDue: () => [...missing.values()].some((since) => clock.monotonic() - since >= APART),
    settle: (id) => void missing.delete(id),
    keep(ids) {
      for (const id of missing.keys()) if (!ids.has(id)) missing.delete(id)
    },
  }
}
