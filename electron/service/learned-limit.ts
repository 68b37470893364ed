/**
 * Learns a service's rate limit from its refusals (429). The rule, its figures and the other clients counted in it are unknown. It is therefore
 * treated as a rate and probed as network congestion control does: a refusal cuts it, time without one raises it, ever more slowly near the last
 * refusal. Requests leave through two token buckets, which no window of the service, fixed or sliding, sees overrun.
 */

/** Number of remembered requests. */
const REMEMBERED = 4_096
/** Initial share of the rate that a refusal shows. */
const HEADROOM = 0.75
/** Factor that a refusal applies to a learned rate. */
const CUT = 0.7
/** The share reserved for closes and cancels. */
const KEPT = 0.1
/** Share of a window's requests that may leave at once. */
const BURST = 1 / 8
/** A close takes three requests (a read, its prepare and its submit); an order no more. */
const MIN_BURST = 3
/** Requests per ms; a lower rate is never assumed: too few requests would be sent to learn from. */
const MIN_RATE = 1 / 30_000
/** A stretch counts as the window once it shows this share of the highest rate. */
const ENOUGH = 0.8
/** Near the last refusal the rate rises by this share of it, at most this many times; below it by the second share, beyond it by a quarter. */
const STEP_NEAR = 0.01
const STEP_BELOW = 0.05
const FACTOR_BEYOND = 1.25
const MAX_NEAR = 12
/** A refusal after fewer requests proves little: others used up the limit, or it had another cause. */
const FEW = 20
/** Minimum interval between two raises, ms. */
const SHORTEST_RAISE = 2_000
const LONGEST_RAISE_OF_FEW = 5_000
const LONGEST_RAISE = 20_000
const LONGEST_WINDOW = 3_600_000

interface Learned {
  /** Requests per ms. */
  rate: number
  /** The rate at which the last refusal came. */
  refusedAt: number
  windowMs: number
  /** Learned from one refusal after few requests. */
  isOfFew: boolean
  /** When it was last cut or raised. */
  changedAt: number
  /** Number of raises near the last refusal. */
  raisedNear: number
  /** Whether anything passed since the last refusal: otherwise that one continues, and is not a new one. */
  hasPassed: boolean
}

/** Tokens of one of the two buckets. */
interface Bucket {
  tokens: number
  filledAt: number
}

/** All times are monotonic ms. */
export class LearnedLimit {
  readonly #sent = new Float64Array(REMEMBERED).fill(Number.NaN)
  #count = 0
  #learned: Learned | null = null
  readonly #common: Bucket = { tokens: 0, filledAt: 0 }
  readonly #kept: Bucket = { tokens: MIN_BURST, filledAt: 0 }
  /** Whether anything had to wait since the last change: an unused rate is not raised. */
  #isUsedUp = false

  get isKnown(): boolean {
    return this.#learned !== null
  }

  /** Allowed requests per second; null while nothing is known. */
  get perSecond(): number | null {
    return this.#learned === null ? null : this.#learned.rate * 1_000
  }

  /** Records that a request leaves. @returns its number. */
  sent(at: number): number {
    this.#sent[this.#count % REMEMBERED] = at
    this.#count += 1
    return this.#count - 1
  }

  /** Available common tokens; unlimited while nothing is known. */
  common(now: number): number {
    if (this.#learned === null) return Number.POSITIVE_INFINITY
    this.#raise(now)
    return this.#fill(this.#common, now, 1 - KEPT, this.#burst() * (1 - KEPT))
  }

  /** Available tokens that are reserved for closes and cancels. */
  kept(now: number): number {
    return this.#fill(this.#kept, now, KEPT, this.#keptBurst())
  }

  /** Takes common tokens, possibly into debt: what is under way cannot wait. */
  takeCommon(count: number): void {
    if (this.#learned !== null) this.#common.tokens -= count
  }

  takeKept(count: number): void {
    this.#kept.tokens -= count
  }

  /** Milliseconds until this many common tokens are available. */
  untilCommon(count: number, now: number): number {
    const missing = count - this.common(now)
    return missing <= 0 ? 0 : missing / (this.#rate() * (1 - KEPT))
  }

  untilKept(count: number, now: number): number {
    const missing = count - this.kept(now)
    return missing <= 0 ? 0 : missing / (this.#rate() * KEPT)
  }

  /** Maximum number of common tokens at once. */
  get mostAtOnce(): number {
    return this.#learned === null ? Number.POSITIVE_INFINITY : Math.max(MIN_BURST, this.#burst() * (1 - KEPT))
  }

  /** Something waits for tokens. */
  usedUp(): void {
    this.#isUsedUp = true
  }

  /** A request was answered by anything but a refusal. */
  passed(): void {
    if (this.#learned !== null) this.#learned.hasPassed = true
  }

  /** Forgets a counted request: it was refused through no fault of ours. */
  forget(number: number): void {
    if (this.#count - number <= REMEMBERED) this.#sent[number % REMEMBERED] = Number.NaN
  }

  /**
   * Learns from a refusal. The service will accept requests again `pauseMs` from now: for a window of any length, the requests sent before were too many for
   * the time until then.
   * @param number of the refused request.
   */
  refused(number: number, now: number, pauseMs: number): void {
    const { rate, windowMs, count } = this.#shown(number, now, pauseMs)
    const before = this.#learned
    /** A second refusal after some success confirms the first one. */
    const isOfFew = count < FEW && (before === null || (before.isOfFew && !before.hasPassed))
    const kept = before === null ? rate : before.rate * (before.hasPassed ? CUT : 1)
    const next = Math.min(kept, rate * HEADROOM)
    this.#learned = {
      rate: Math.max(MIN_RATE, next),
      refusedAt: Math.max(MIN_RATE, before === null ? rate : Math.min(before.rate, rate)),
      windowMs,
      isOfFew,
      changedAt: now,
      raisedNear: isOfFew ? MAX_NEAR : 0,
      hasPassed: false,
    }
    this.#isUsedUp = false
    if (before === null) {
      this.#kept.tokens = this.#keptBurst()
      this.#kept.filledAt = now
    }
    /** When the pause is over something may leave at once, which shows whether more may. */
    this.#common.tokens = before === null ? MIN_BURST : Math.max(1, this.#common.tokens * CUT)
    this.#common.filledAt = now
  }

  /**
   * The highest rate of any stretch that ends with the refusal and its pause, and the shortest stretch that comes near it: at most as long as the
   * window in which the service counts.
   */
  #shown(number: number, now: number, pauseMs: number): Pick<Learned, 'rate' | 'windowMs'> & { count: number } {
    let [best, most] = [0, 0]
    const stretches: { readonly length: number; readonly rate: number }[] = []
    let count = 0
    for (let i = number - 1; i >= 0 && this.#count - i <= REMEMBERED; i -= 1) {
      const at = this.#sent[i % REMEMBERED] ?? Number.NaN
      if (Number.isNaN(at)) continue
      const length = now - at + pauseMs
      if (length > LONGEST_WINDOW) break
      count += 1
      const rate = count / Math.max(1, length)
      stretches.push({ length, rate })
      if (rate > best) [best, most] = [rate, count]
    }
    const near = stretches.find(({ rate }) => rate >= best * ENOUGH)
    return near === undefined
      ? { rate: 0.5 / Math.max(1, pauseMs), windowMs: pauseMs, count: 0 }
      : { rate: best, windowMs: near.length, count: most }
  }

  #raise(now: number): void {
    const learned = this.#learned
    if (learned === null || !this.#isUsedUp) return
    const longest = learned.isOfFew ? LONGEST_RAISE_OF_FEW : LONGEST_RAISE
    const pace = Math.min(longest, Math.max(SHORTEST_RAISE, learned.windowMs))
    if (now - learned.changedAt < pace) return
    const { rate, refusedAt } = learned
    this.#fill(this.#common, now, 1 - KEPT, this.#burst() * (1 - KEPT))
    this.#fill(this.#kept, now, KEPT, this.#keptBurst())
    /** Fast below the last refusal, careful around it, and accelerating where it certainly no longer applies. */
    if (rate < refusedAt * 0.85 && !learned.isOfFew) learned.rate = rate + refusedAt * STEP_BELOW
    else if (learned.raisedNear < MAX_NEAR) {
      learned.rate = rate + refusedAt * STEP_NEAR
      learned.raisedNear += 1
    } else learned.rate = rate * FACTOR_BEYOND
    learned.changedAt = now
    this.#isUsedUp = false
  }

  #rate(): number {
    return this.#learned?.rate ?? 1
  }

  #burst(): number {
    return this.#learned === null ? 0 : this.#learned.rate * this.#learned.windowMs * BURST
  }

  #keptBurst(): number {
    const { rate, windowMs } = this.#learned ?? { rate: 0, windowMs: 0 }
    return Math.max(MIN_BURST, rate * windowMs * KEPT)
  }

  #fill(bucket: Bucket, now: number, share: number, most: number): number {
    const more = (now - bucket.filledAt) * this.#rate() * share
    bucket.tokens = Math.min(Math.max(MIN_BURST, most), bucket.tokens + more)
    bucket.filledAt = now
    return bucket.tokens
  }
}
