/** The clock and frames of a window, as used by market data; tests inject their own. */
import type { Cancel } from '../../contract/time.ts'

export interface WindowClock {
  /** Wall clock, ms since the epoch. */
  now(): number
  /** Monotonic; ms since some fixed moment. */
  monotonic(): number
  /** Calls `run` once in the next animation frame with that frame's time as ms since the epoch; at once while hidden. */
  nextFrame(run: (epochMs: number) => void): void
  after(ms: number, run: () => void): Cancel
  every(ms: number, run: () => void): Cancel
}

/** The longest wait for a frame, as a covered window gets none. */
const LONGEST_FRAME_MS = 250

/** The clock of the running window. */
export function createWindowClock(): WindowClock {
  const after = (ms: number, run: () => void): Cancel => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  }
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    nextFrame(run) {
      if (document.visibilityState === 'hidden') {
        run(Date.now())
        return
      }
      let done = false
      const once = (epochMs: number): void => {
        if (done) return
        done = true
        cancel()
        cancelAnimationFrame(frame)
        run(epochMs)
      }
      const cancel = after(LONGEST_FRAME_MS, () => once(Date.now()))
      const frame = requestAnimationFrame((time) => once(performance.timeOrigin + time))
    },
    after,
    every(ms, run) {
      const id = setInterval(run, ms)
      return () => clearInterval(id)
    },
  }
}
