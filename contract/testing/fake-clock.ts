/** A manually advanced clock; timers run in order of their due times. */
import { type Cancel, type Clock, type Millis, millis } from '../time.ts'

/** Time moves only when the test advances it. */
export interface FakeClock extends Clock {
  /** Advances by `ms` and runs every timer that falls due on the way. */
  advance(ms: number): void
  /** Like `advance`, but lets promises settle after every timer: for code that awaits between timers. */
  advanceAsync(ms: number): Promise<void>
  /**
   * Advances by `ms` at once, as when a program is suspended: timers due in between run once, afterwards. For long idle periods, where `advanceAsync`
   * would run every timer.
   */
  skip(ms: number): Promise<void>
  /** Sets the wall clock apart from the monotonic one, as a user or NTP does. */
  setWall(now: number): void
  /** Number of pending timers. */
  readonly waiting: number
}

interface Timer {
  at: number
  readonly order: number
  readonly every: number | null
  readonly run: () => void
}

/** @param start wall-clock time at the beginning, ms since the epoch; `monotonic()` begins at 0. */
export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  const timers = new Set<Timer>()
  let time = 0
  let wall = start
  let order = 0

  const add = (ms: number, every: number | null, run: () => void): Cancel => {
    order += 1
    const timer: Timer = { at: time + Math.max(0, ms), order, every, run }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  const moveTo = (at: number): void => {
    wall += at - time
    time = at
  }
  const runNext = (end: number): boolean => {
    let due: Timer | null = null
    for (const timer of timers) {
      if (timer.at > end) continue
      if (due === null || timer.at < due.at || (timer.at === due.at && timer.order < due.order)) due = timer
    }
    if (due === null) return false
    moveTo(Math.max(due.at, time))
    if (due.every === null) timers.delete(due)
    else due.at += Math.max(1, due.every)
    due.run()
    return true
  }
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  async function advanceAsync(ms: number): Promise<void> {
    const end = time + ms
    await settle()
    while (runNext(end)) await settle()
    moveTo(end)
  }

  return {
    now: (): Millis => millis(Math.round(wall)),
    monotonic: () => time,
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    advance(ms) {
      const end = time + ms
      while (runNext(end));
      moveTo(end)
    },
    advanceAsync,
    skip(ms) {
      moveTo(time + ms)
      for (const timer of timers) if (timer.every !== null) timer.at = Math.max(timer.at, time)
      return advanceAsync(0)
    },
    setWall(now) {
      wall = now
    },
    get waiting() {
      return timers.size
    },
  }
}
