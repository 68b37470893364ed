/** The machine's clock and timers, as the composition root passes them on. */
import { type Clock, millis } from '../../contract/time.ts'

export const systemClock: Clock = {
  now: () => millis(Date.now()),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every(ms, run) {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}

/** Milliseconds since the epoch with fractions, on the same clock as a page's `performance.timeOrigin + performance.now()`. */
export const epochMs = (): number => performance.timeOrigin + performance.now()
