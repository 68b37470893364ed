/** A fixed-window limit on requests, for each caller. */
export interface RateLimitRule {
  requests: number
  windowMs: number
}

export interface RateLimitOptions extends RateLimitRule {
  /** Real time in ms. */
  realNow: () => number
}

/** Counts requests; all windows begin and end together, so that nothing is kept of a window that is over. */
export class RateLimit {
  readonly #options: RateLimitOptions
  #rule: RateLimitRule
  #windowEnds = 0
  #counts = new Map<string, number>()

  constructor(options: RateLimitOptions) {
    this.#options = options
    this.#rule = { requests: options.requests, windowMs: options.windowMs }
  }

  /** Another limit, from a window of its own that begins now. */
  set(rule: RateLimitRule): void {
    this.#rule = rule
    this.#windowEnds = 0
  }

  /** Counts one request of the caller: 0 when it may go on, else the seconds to wait. */
  take(caller: string): number {
    const now = this.#options.realNow()
    if (now >= this.#windowEnds) {
      this.#counts = new Map()
      this.#windowEnds = now + this.#rule.windowMs
    }
    const count = (this.#counts.get(caller) ?? 0) + 1
    this.#counts.set(caller, count)
    return count <= this.#rule.requests ? 0 : Math.ceil((this.#windowEnds - now) / 1000)
  }
}
