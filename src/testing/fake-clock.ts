/** A window clock that a test turns by hand; frames come when the test says so. */
import type { WindowClock } from '../market-data/index.ts'

export interface FakeClock extends WindowClock {
  /** Moves time on and runs what is due, in order. */
  advance(ms: number): void
  /** Runs the waiting animation frame. */
  frame(): void
}

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let time = 0
  const timers = new Set<{ at: number; every: number | null; run: () => void }>()
  let frames: ((epochMs: number) => void)[] = []
  const add = (ms: number, every: number | null, run: () => void) => {
    const timer = { at: time + ms, every, run }
    timers.add(timer)
    return () => {
      timers.delete(timer)
    }
  }
  return {
    now: () => start + time,
    monotonic: () => time,
    nextFrame(run) {
      frames.push(run)
    },
    after: (ms, run) => add(ms, null, run),
    every: (ms, run) => add(ms, ms, run),
    advance(ms) {
      const end = time + ms
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        time = due.at
        if (due.every === null) timers.delete(due)
        else due.at += due.every
        due.run()
      }
      time = end
    },
    frame() {
      const waiting = frames
      frames = []
      for (const run of waiting) run(start + time)
    },
  }
}
