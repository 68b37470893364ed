/**
 * What refusals (429) teach of a service's limit on requests. Nothing is said of its rule, its figures or who else is counted with us; so it
 * is taken for a rate, found as a sender finds the room on a network: a refusal cuts it, time without one raises it, ever more slowly near
 * where the last refusal came. Requests go out by two buckets of tokens, which no window of the service, fixed or sliding, can see overrun.
 */

/** Requests that are remembered. */
const REMEMBERED = 4_096
/** Of the rate that a refusal shows, so much is used at first. */
const HEADROOM = 0.75
/** What a refusal leaves of a rate that was learned before. */
const CUT = 0.7
/** The part kept for closes and cancels. */
const KEPT = 0.1
/** Of the requests of a window, so many may go out at once. */
const BURST = 1 / 8
/** A close takes three requests: a read, its prepare and its submit; an order no more. */
const LEAST_BURST = 3
/** Requests per ms; less is never believed, for then nothing could be learned any more. */
const LEAST_RATE = 1 / 30_000
/** A stretch counts as the window once it shows this share of the highest rate. */
const ENOUGH = 0.8
/** Around the place of the last refusal it is raised by this share of it, so often at most; below by the second share, beyond it by a quarter. */
const STEP_NEAR = 0.01
const STEP_BELOW = 0.05
const FACTOR_BEYOND = 1.25
const MOST_NEAR = 12
/** A refusal after fewer requests says little of a rate: others used it up, or it came for no reason of that kind. */
const FEW = 20
/** Between two raises, ms. */
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
  /** Shown by one refusal after few requests. */
  isOfFew: boolean
  /** When it was last cut or raised. */
  changedAt: number
  /** Raises around the place of the last refusal. */
  raisedNear: number
  /** Whether anything was let through since the last refusal: else that one goes on, and is no new one. */
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
  readonly #kept: Bucket = { tokens: LEAST_BURST, filledAt: 0 }
  /** Whether anything had to wait since the last change: a rate that is not used up is not raised. */
  #isUsedUp = false

  get isKnown(): boolean {
    return this.#learned !== null
  }

  /** Requests per second that it allows; null while nothing is known. */
  get perSecond(): number | null {
    return this.#learned === null ? null : this.#learned.rate * 1_000
  }

  /** Remembers that a request leaves. @returns its number. */
  sent(at: number): number {
    this.#sent[this.#count % REMEMBERED] = at
    this.#count += 1
    return this.#count - 1
  }

  /** How many of the common tokens there are; all that anybody could want while nothing is known. */
  common(now: number): number {
    if (this.#learned === null) return Number.POSITIVE_INFINITY
    this.#raise(now)
    return this.#fill(this.#common, now, 1 - KEPT, this.#burst() * (1 - KEPT))
  }

  /** How many of those there are that are kept for closes and cancels. */
  kept(now: number): number {
    return this.#fill(this.#kept, now, KEPT, this.#keptBurst())
  }

  /** Takes common tokens, which may be owed: what is under way cannot wait. */
  takeCommon(count: number): void {
    if (this.#learned !== null) this.#common.tokens -= count
  }

  takeKept(count: number): void {
    this.#kept.tokens -= count
  }

  /** Milliseconds until there are so many common tokens. */
  untilCommon(count: number, now: number): number {
    const missing = count - this.common(now)
    return missing <= 0 ? 0 : missing / (this.#rate() * (1 - KEPT))
  }

  untilKept(count: number, now: number): number {
    const missing = count - this.kept(now)
    return missing <= 0 ? 0 : missing / (this.#rate() * KEPT)
  }

  /** So many common tokens can be had at once, at most. */
  get mostAtOnce(): number {
    return this.#learned === null ? Number.POSITIVE_INFINITY : Math.max(LEAST_BURST, this.#burst() * (1 - KEPT))
  }

  /** Something waits for tokens. */
  usedUp(): void {
    this.#isUsedUp = true
  }

  /** A request was answered by anything but a refusal. */
  passed(): void {
    if (this.#learned !== null) this.#learned.hasPassed = true
  }

  /** Forgets that a request was counted by the service: it was refused, and for no fault of ours. */
  forget(number: number): void {
    if (this.#count - number <= REMEMBERED) this.#sent[number % REMEMBERED] = Number.NaN
  }

  /**
   * A refusal teaches. The service will take requests again `pauseMs` from now: whatever its window is, those that went out before were too
   * many for the time until then.
   * @param number of the request that was refused.
   */
  refused(number: number, now: number, pauseMs: number): void {
    const { rate, windowMs, count } = this.#shown(number, now, pauseMs)
    const before = this.#learned
    /** A second refusal after some success bears the first one out. */
    const isOfFew = count < FEW && (before === null || (before.isOfFew && !before.hasPassed))
    const kept = before === null ? rate : before.rate * (before.hasPassed ? CUT : 1)
    const next = Math.min(kept, rate * HEADROOM)
    this.#learned = {
      rate: Math.max(LEAST_RATE, next),
      refusedAt: Math.max(LEAST_RATE, before === null ? rate : Math.min(before.rate, rate)),
      windowMs,
      isOfFew,
      changedAt: now,
      raisedNear: isOfFew ? MOST_NEAR : 0,
      hasPassed: false,
    }
    this.#isUsedUp = false
    if (before === null) {
      this.#kept.tokens = this.#keptBurst()
      this.#kept.filledAt = now
    }
    /** When the pause is over something may go out at once, and shows whether more may. */
    this.#common.tokens = before === null ? LEAST_BURST : Math.max(1, this.#common.tokens * CUT)
    this.#common.filledAt = now
  }

  /**
   * The highest rate of any stretch that ends with the refusal and the pause after it, and the shortest stretch that comes near it: that is
   * as long as the window in which the service counts, or shorter.
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
    /** Quickly below the place of the last refusal, carefully around it, and ever more quickly where it certainly is no more. */
    if (rate < refusedAt * 0.85 && !learned.isOfFew) learned.rate = rate + refusedAt * STEP_BELOW
    else if (learned.raisedNear < MOST_NEAR) {
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
    return Math.max(LEAST_BURST, rate * windowMs * KEPT)
  }

  #fill(bucket: Bucket, now: number, share: number, most: number): number {
    const more = (now - bucket.filledAt) * this.#rate() * share
    bucket.tokens = Math.min(Math.max(LEAST_BURST, most), bucket.tokens + more)
    bucket.filledAt = now
    return bucket.tokens
  }
}
