/** When the next try of each close may begin, after waits that grow. */
import type { Cancel, Clock } from '../../contract/time.ts'

export interface Tries {
  /** Whether the last try was long enough ago, or there was none. */
  isDue(id: string): boolean
  /** Another one after a wait that is longer than the last one was. */
  later(id: string): void
  /** The next wait is the first one again. */
  forget(id: string): void
  /** None begins any more. */
  stop(): void
}

/** Before the next close after one that did not close everything, or after a read that failed, ms; the last of them until the bucket ends. */
const AGAIN = [250, 500, 1_000, 2_000]

/** @param again called once a wait is over. */
export function createTries(clock: Pick<Clock, 'monotonic' | 'after'>, again: (id: string) => void): Tries {
  /** Monotonic ms. */
  const waiting = new Map<string, { readonly until: number; readonly count: number; readonly cancel: Cancel }>()
  return {
    isDue: (id) => (waiting.get(id)?.until ?? 0) <= clock.monotonic(),
    later(id) {
      const before = waiting.get(id)
      before?.cancel()
      const count = before?.count ?? 0
      const pause = AGAIN[Math.min(count, AGAIN.length - 1)] ?? 0
      const cancel = clock.after(pause, () => again(id))
      waiting.set(id, { until: clock.monotonic() + pause, count: count + 1, cancel })
    },
    forget(id) {
      waiting.get(id)?.cancel()
      waiting.delete(id)
    },
    stop() {
      for (const { cancel } of waiting.values()) cancel()
      waiting.clear()
    },
  }
}
