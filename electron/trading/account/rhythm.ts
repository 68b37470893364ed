/** When the account is read: one pass at a time, each as soon as it is wanted, and the next one when the last says. */
import type { Address } from '../../../contract/address.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'

interface Rhythm {
  /** The first pass at once, then on until `stop`. */
  start(): void
  /** A pass that runs is not cut off. */
  stop(): void
  /** Sees to it that a pass begins within `ms`; while one runs, that long after its end. */
  within(ms: number): void
  /** Monotonic time at which the last pass began; minus infinity before the first. */
  lastBegan(): number
}

interface RhythmOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  /** Whose account it is; no pass begins while there is none. */
  readonly address: () => Address | null
  /** Answers in how many ms the next one is due. Never throws. */
  readonly pass: (who: Address) => Promise<number>
}

export function createRhythm({ clock, address, pass }: RhythmOptions): Rhythm {
  let started = false
  let timer: { cancel: Cancel; due: number } | null = null
  let running = false
  /** How soon the next pass is wanted, asked for during a running one. */
  let wanted = Number.POSITIVE_INFINITY
  let lastBegan = Number.NEGATIVE_INFINITY

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
    start() {
      started = true
      within(0)
    },
    stop() {
      started = false
      forgetTimer()
    },
    within,
    lastBegan: () => lastBegan,
  }
}
