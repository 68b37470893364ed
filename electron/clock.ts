/** This machine's clock and timers; the service's time and the age of data, by a clock that does not jump. */
import { type Clock, millis } from '../contract/time.ts'

/** The machine's clock and timers, as the composition root passes them on. */
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

interface Measured {
  /** The service's time minus the terminal's, ms; 0 until measured. */
  clockOffset(): number
  /** The last reported service time, and the monotonic time of that report; null before the first one. */
  timeReported(): { readonly time: number; readonly at: number } | null
}

/**
 * After the machine's clock is set, the measured offset is wrong until the next measurement: a bucket must not end by it. The monotonic clock may
 * stop while the machine sleeps, so each new measurement counts, even one with the same offset.
 * @returns the service's time now, ms.
 */
export function createSteadyTime(clock: Pick<Clock, 'now' | 'monotonic'>, facts: Measured): () => number {
  /** While the service has reported no time: the machine's own, as of the first request for it. */
  let supposed: { readonly offset: number; readonly time: number; readonly at: number } | null = null
  return () => {
    const now = clock.monotonic()
    const reported = facts.timeReported()
    if (reported !== null) return reported.time + now - reported.at
    const offset = facts.clockOffset()
    if (supposed === null || supposed.offset !== offset) supposed = { offset, time: clock.now() + offset, at: now }
    return supposed.time + now - supposed.at
  }
}

/**
 * The age of data, by the clock that shows more: the machine's continues while it sleeps, and the monotonic one continues when the other is set back.
 * @returns the age of data received for an asset at `receivedAt`, ms.
 */
export function createAge(clock: Pick<Clock, 'now' | 'monotonic'>): (asset: string, receivedAt: number) => number {
  const seen = new Map<string, { readonly receivedAt: number; readonly at: number }>()
  return (asset, receivedAt) => {
    const now = clock.monotonic()
    const last = seen.get(asset)
    const first = last?.receivedAt === receivedAt ? last : { receivedAt, at: now }
    seen.set(asset, first)
    return Math.max(clock.now() - receivedAt, now - first.at)
  }
}
