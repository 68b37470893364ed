/** Time is injected: only a composition root reads the machine's clock or starts timers directly. */
import type { Brand } from './brand.ts'

/** Milliseconds since the Unix epoch, UTC. */
export type Millis = Brand<number, 'Millis'>

/** @throws RangeError when `value` is not a whole, safe number of milliseconds. */
export function millis(value: number): Millis {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a time in milliseconds: ${value}`)
  return value as Millis
}

/** Largest distance from the epoch that a `Date` supports, ms. */
const FURTHEST = 8.64e15

/** Whether a number is a displayable time, in integer milliseconds since the epoch. */
export const isMillis = (value: number): value is Millis => Number.isSafeInteger(value) && Math.abs(value) <= FURTHEST

/** Cancels or unsubscribes; calling it twice is harmless. */
export type Cancel = () => void

/** The clock that services receive. `monotonic` never goes back and is for ages and timeouts. */
export interface Clock {
  /** Wall-clock time in ms since the epoch. */
  now(): Millis
  /** Milliseconds since some fixed time; unaffected when the wall clock is set. */
  monotonic(): number
  /** Calls `run` once after `ms`. */
  after(ms: number, run: () => void): Cancel
  /** Calls `run` every `ms` until canceled. */
  every(ms: number, run: () => void): Cancel
}

/** A source of random numbers in [0, 1), for jitter; not for secrets. */
export type Random = () => number
