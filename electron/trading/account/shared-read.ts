/** One read of one thing, shared by everybody who wants it at the same time. */
import type { Clock } from '../../../contract/time.ts'

export interface SharedRead<Value> {
  /** A value whose read began after this call: callers during a running read share the one that follows. */
  fresh(): Promise<Value>
  /** The last value when it is younger than `ms`, else that of the running read or of a new one. */
  within(ms: number): Promise<Value>
  /** The last value and the monotonic time its read began; kept when later reads fail. */
  last(): { readonly value: Value; readonly began: number } | null
  /** Forgets the last value, and what a running read will bring. */
  reset(): void
}

export function createSharedRead<Value>(
  clock: Pick<Clock, 'monotonic'>,
  read: () => Promise<Value>,
): SharedRead<Value> {
  let last: { value: Value; began: number } | null = null
  let running: Promise<Value> | null = null
  let following: Promise<Value> | null = null
  let generation = 0

  async function start(): Promise<Value> {
    const mine = generation
    const began = clock.monotonic()
    const value = await read()
    if (mine === generation) last = { value, began }
    return value
  }
  function begin(): Promise<Value> {
    const mine = start().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
  }

  return {
    fresh() {
      if (running === null) return begin()
      following ??= running
        .catch(() => null)
        .then(() => {
          following = null
          return begin()
        })
      return following
    },
    within(ms) {
      if (last !== null && clock.monotonic() - last.began < ms) return Promise.resolve(last.value)
      return running ?? begin()
    },
    last: () => last,
    reset() {
      generation += 1
      last = null
      running = null
      following = null
    },
  }
}
