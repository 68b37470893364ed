/** The venue's clock: real time that includes sleep, venue time derived from it, and the driver that advances the markets. */
import type { VenueCore } from './core/index.ts'

interface VenueClockOptions {
  /** Real milliseconds; only differences matter. */
  realNow: () => number
  /** Venue time at creation, ms since the epoch. */
  startTime: number
  /** Venue milliseconds per real millisecond, 1 to 10,000. */
  speed: number
}

/** Venue time as a function of real time. It never goes back. */
export class VenueClock {
  readonly speed: number
  readonly #realNow: () => number
  readonly #realStart: number
  readonly #startTime: number
  #offset = 0
  #latest: number

  /** @throws RangeError when the speed is outside 1 to 10,000. */
  constructor({ realNow, startTime, speed }: VenueClockOptions) {
    if (!(speed >= 1 && speed <= 10_000)) throw new RangeError(`speed must be from 1 to 10000; ${speed} is not`)
    this.speed = speed
    this.#realNow = realNow
    this.#realStart = realNow()
    this.#startTime = Math.floor(startTime)
    this.#latest = this.#startTime
  }

  /** Venue time in whole milliseconds. */
  now(): number {
    const elapsed = (this.#realNow() - this.#realStart) * this.speed
    this.#latest = Math.max(this.#latest, this.#startTime + this.#offset + Math.floor(elapsed))
    return this.#latest
  }

  /** Advances venue time at once. @throws RangeError for a negative or fractional step. */
  advance(milliseconds: number): void {
    if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) {
      throw new RangeError(`advance takes whole milliseconds, 0 or more; ${milliseconds} is not`)
    }
    this.#offset += milliseconds
  }

  /** Real milliseconds until the venue's clock reaches `time`; 0 when it already has. */
  realDelayUntil(time: number): number {
    return Math.max(0, Math.ceil((time - this.now()) / this.speed))
  }
}

/** A wall clock ahead by this much, ms, means that the machine slept. */
const SLEPT = 1000

/** Monotonic milliseconds that jump forward by the sleep time shown by the wall clock. A wall clock set back has no effect. */
export function createRealTime({ monotonic, wall }: { monotonic: () => number; wall: () => number }): () => number {
  const between = wall() - monotonic()
  let slept = 0
  return () => {
    const now = monotonic()
    const ahead = wall() - now - between
    if (ahead > slept + SLEPT) slept = ahead
    return now + slept
  }
}

/** Minimum real time between steps, ms: a fast clock takes longer steps. */
const MIN = 20

interface DriverOptions {
  core: VenueCore
  clock: { now(): number; realDelayUntil(time: number): number }
  /** Called after each step. */
  stepped: () => void
}

/** The driver of one venue: it wakes only when the markets have work. */
export class Driver {
  readonly #options: DriverOptions
  #timer: NodeJS.Timeout | null = null

  constructor(options: DriverOptions) {
    this.#options = options
  }

  start(): void {
    const wait = Math.max(MIN, this.#options.clock.realDelayUntil(this.#options.core.nextDue()))
    const timer = setTimeout(() => {
      try {
        this.step()
      } finally {
        // Unless it was stopped during the step.
        if (this.#timer === timer) this.start()
      }
    }, wait)
    this.#timer = timer
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Runs everything that is due. */
  step(): void {
    const { core, clock, stepped } = this.#options
    core.advanceTo(clock.now())
    stepped()
  }
}
