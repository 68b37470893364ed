/** A token bucket: so many at once, and one more every so often. */

/** How often something may be done. */
export interface Rate {
  /** Most at once, after a rest. */
  readonly burst: number
  /** One more after each of these, ms. */
  readonly everyMs: number
}

/** Begins full. */
export class TokenBucket {
  readonly #rate: Rate
  readonly #monotonic: () => number
  #tokens: number
  #at: number

  /** @param monotonic ms of a clock that never goes back: a wall clock that is set gives nothing and takes nothing. */
  constructor(rate: Rate, monotonic: () => number) {
    this.#rate = rate
    this.#monotonic = monotonic
    this.#tokens = rate.burst
    this.#at = monotonic()
  }

  /** Takes so many afterwards, whether or not they are there: what is missing, a burst at most, is waited for by the next `take`. */
  spend(count: number): void {
    this.#fill()
    this.#tokens = Math.max(-this.#rate.burst, this.#tokens - count)
  }

  /** Takes so many, at most a burst, and answers 0; or takes none, and answers in how many ms there are as many. */
  take(count = 1): number {
    const { everyMs } = this.#rate
    this.#fill()
    // What a fraction lacks by rounding is not waited for.
    if (this.#tokens < count - 1e-9) return Math.ceil((count - this.#tokens) * everyMs)
    this.#tokens = Math.max(0, this.#tokens - count)
    return 0
  }

  #fill(): void {
    const { burst, everyMs } = this.#rate
    const now = this.#monotonic()
    this.#tokens = Math.min(burst, this.#tokens + (now - this.#at) / everyMs)
    this.#at = now
  }
}
