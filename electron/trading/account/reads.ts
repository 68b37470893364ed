/** Shared reads of the account: simultaneous callers share one request, answers are cached by key, and only one pass runs at a time. */

import type { Address } from '../../../contract/address.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import { createTurns } from '../../records/index.ts'
import type { Purpose } from '../../service/index.ts'

type SharedRead<Value> = ReturnType<typeof createSharedRead<Value>>

/** @param isWhole whether a value is complete. */
export function createSharedRead<Value>(
  clock: Pick<Clock, 'monotonic' | 'after'>,
  read: (purpose: Purpose) => Promise<Value>,
  isWhole: (value: Value) => boolean = () => true,
) {
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
    /** A value whose read began after this call. Callers during a running read that is no less urgent share the next one. */
    fresh: turns.next,
    /** The last value when it is younger than `ms`, else that of the running read or of a new one. */
    within: (ms: number, purpose?: Purpose): Promise<Value> =>
      last !== null && clock.monotonic() - last.began < ms ? Promise.resolve(last.value) : turns.current(purpose),
    /** The last whole value and the monotonic time its read began; kept when later reads fail or are incomplete. */
    last: (): { readonly value: Value; readonly began: number } | null => whole,
    /** The last value, whole or not. */
    newest: (): Value | null => last?.value ?? null,
    /** Forgets the last value, and the result of a running read. */
    reset(): void {
      generation += 1
      last = null
      whole = null
      turns.reset()
    },
  }
}

/** Number of cached keys; the oldest are dropped first. */
const MAX_KEYS = 64

/** Reads by key: simultaneous requests are made once, and a young answer is served again. */
export function createReadCache(clock: Pick<Clock, 'monotonic' | 'after'>, young: number) {
  const reads = new Map<string, SharedRead<unknown>>()
  return {
    /** The answer of `read` under this key, at most `young` ms old. */
    read<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
      let shared = reads.get(key) as SharedRead<Value> | undefined
      if (shared === undefined) {
        shared = createSharedRead(clock, () => read())
        reads.set(key, shared as SharedRead<unknown>)
        const [oldest] = reads.keys()
        if (reads.size > MAX_KEYS && oldest !== undefined) reads.delete(oldest)
      }
      return shared.within(young)
    },
    clear: (): void => reads.clear(),
  }
}

/** The rhythm of account reads: one pass at a time, each as soon as it is requested, and the next when the last one asks for it. */
export function createRhythm({
  clock,
  address,
  pass,
}: {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** The signed-in address; no pass begins while there is none. */
  readonly address: () => Address | null
  /** Resolves to the delay of the next pass, ms. Never throws. */
  readonly pass: (who: Address) => Promise<number>
}) {
  let started = false
  let timer: { cancel: Cancel; due: number } | null = null
  let running = false
  /** Delay of the next pass, requested during a running one. */
  let wanted = Number.POSITIVE_INFINITY
  let lastBegan = Number.NEGATIVE_INFINITY

  /** Ensures that a pass begins within `ms`; while one runs, that long after its end. */
  function within(ms: number): void {
    if (!started) return
    if (running) {
      wanted = Math.min(wanted, ms)
      return
    }
    const due = clock.monotonic() + ms
    if (timer !== null && timer.due <= due) return
    timer?.cancel()
    timer = { due, cancel: clock.after(ms, () => void run()) }
  }

  async function run(): Promise<void> {
    forgetTimer()
    const who = address()
    if (running || !started || who === null) return
    running = true
    wanted = Number.POSITIVE_INFINITY
    lastBegan = clock.monotonic()
    let next: number
    try {
      next = await pass(who)
    } finally {
      running = false
    }
    within(Math.min(wanted, next))
  }

  function forgetTimer(): void {
    timer?.cancel()
    timer = null
  }

  return {
    /** Starts the first pass at once, and repeats until `stop`. */
    start(): void {
      started = true
      within(0)
    },
    /** A running pass is not interrupted. */
    stop(): void {
      started = false
      forgetTimer()
    },
    within,
    /** Monotonic time at which the last pass began; minus infinity before the first. */
    lastBegan: (): number => lastBegan,
  }
}
