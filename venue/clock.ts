/** Maps real time to venue time: a speed, a start and an offset that control may push forward. */

export interface VenueClockOptions {
  /** Real milliseconds; only differences matter. */
  realNow: () => number
  /** Venue time, ms since the epoch, at the moment of creation. */
  startTime: number
  /** Venue milliseconds for each real one, 1 to 10,000. */
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

  /** Pushes venue time forward at once. @throws RangeError for a negative or fractional step. */
  advance(milliseconds: number): void {
    if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) {
      throw new RangeError(`advance takes whole milliseconds, 0 or more; ${milliseconds} is not`)
    }
    this.#offset += milliseconds
  }

  /** Real milliseconds until the venue's clock shows `time`; 0 when it already does. */
  realDelayUntil(time: number): number {
    return Math.max(0, Math.ceil((time - this.now()) / this.speed))
  }
}
