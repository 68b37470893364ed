/** One read of one thing, shared by everybody who wants it at the same time. */
import type { Clock } from '../../../contract/time.ts'
import { createTurns } from '../../records/index.ts'
import type { Purpose } from '../../service/index.ts'

export interface SharedRead<Value> {
  /** A value whose read began after this call: callers during a running read that is no less urgent share the one that follows. */
  fresh(purpose?: Purpose): Promise<Value>
  /** The last value when it is younger than `ms`, else that of the running read or of a new one. */
  within(ms: number, purpose?: Purpose): Promise<Value>
  /** The last whole value and the monotonic time its read began; kept when later reads fail, or bring less. */
  last(): { readonly value: Value; readonly began: number } | null
  /** The last value, whole or not. */
  newest(): Value | null
  /** Forgets the last value, and what a running read will bring. */
  reset(): void
}

/** @param isWhole whether a value has all that there is. */
export function createSharedRead<Value>(
  clock: Pick<Clock, 'monotonic' | 'after'>,
  read: (purpose: Purpose) => Promise<Value>,
  isWhole: (value: Value) => boolean = () => true,
): SharedRead<Value> {
  let last: { readonly value: Value; readonly began: number } | null = null
  let whole: { readonly value: Value; readonly began: number } | null = null
  let generation = 0
  const turns = createTurns(clock, async (purpose) => {
    const mine = generation
    const began = clock.monotonic()
    const value = await read(purpose)
    if (mine === generation && (last === null || last.began <= began)) {
      last = { value, began }
      if (isWhole(value)) whole = last
    }
    return value
  })

  return {
    fresh: turns.next,
    within: (ms, purpose) =>
      last !== null && clock.monotonic() - last.began < ms ? Promise.resolve(last.value) : turns.current(purpose),
    last: () => whole,
    newest: () => last?.value ?? null,
    reset() {
      generation += 1
      last = null
      whole = null
      turns.reset()
    },
  }
}
