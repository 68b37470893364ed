/** A clock for tests: time moves only when the test says so, and timers run in the order in which they are due. */
import { type Clock, millis } from '../time.ts'

export interface FakeClock extends Clock {
  /** Moves time on by `ms`, running what falls due on the way; promises settle before and after every timer. */
  advance(ms: number): Promise<void>
  /** Sets the wall clock without touching timers or the monotonic time. */
  setWall(epochMs: number): void
  /** Number of timers that wait. */
  pending(): number
}

interface Timer {
  due: number
  readonly order: number
  readonly run: () => void
  readonly every: number | null
}

/** Promise chains up to this long settle between two timers. */
const MICROTASKS = 60

/** @param start wall-clock time at the beginning, ms since the epoch. */
export function createFakeClock(start = 1_790_000_000_000): FakeClock {
  let elapsed = 0
  let wall = start
  let orders = 0
  const timers = new Set<Timer>()

  function add(ms: number, run: () => void, every: number | null): () => void {
    const timer: Timer = { due: elapsed + Math.max(0, ms), order: orders++, run, every }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const next = (): Timer | undefined => [...timers].sort((a, b) => a.due - b.due || a.order - b.order)[0]

  async function settle(): Promise<void> {
    for (let i = 0; i < MICROTASKS; i++) await Promise.resolve()
  }

  return {
    now: () => millis(wall + Math.floor(elapsed)),
    monotonic: () => elapsed,
    after: (ms, run) => add(ms, run, null),
    every: (ms, run) => add(ms, run, Math.max(1, ms)),
    async advance(ms) {
      const end = elapsed + ms
      await settle()
      for (let timer = next(); timer !== undefined && timer.due <= end; timer = next()) {
        elapsed = Math.max(elapsed, timer.due)
        if (timer.every === null) timers.delete(timer)
        else timer.due += timer.every
        timer.run()
        await settle()
      }
      elapsed = end
    },
    setWall(epochMs) {
      wall = epochMs - Math.floor(elapsed)
    },
    pending: () => timers.size,
  }
}
