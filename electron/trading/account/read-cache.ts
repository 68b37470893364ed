/** Reads by key: asked for at the same time they are made once, and a young answer is served again. */
import type { Clock } from '../../../contract/time.ts'
import { createSharedRead, type SharedRead } from './shared-read.ts'

/** Keys kept; the oldest go first. */
const MOST_KEYS = 64

interface ReadCache {
  /** The answer of `read` under this key, at most `young` ms old. */
  read<Value>(key: string, read: () => Promise<Value>): Promise<Value>
  clear(): void
}

export function createReadCache(clock: Pick<Clock, 'monotonic' | 'after'>, young: number): ReadCache {
  const reads = new Map<string, SharedRead<unknown>>()
  return {
    read<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      let shared = reads.get(key) as SharedRead<Value> | undefined
      if (shared === undefined) {
        shared = createSharedRead(clock, () => read())
        reads.set(key, shared as SharedRead<unknown>)
        const [oldest] = reads.keys()
        if (reads.size > MOST_KEYS && oldest !== undefined) reads.delete(oldest)
      }
      return shared.within(young)
    },
    clear: () => reads.clear(),
  }
}
