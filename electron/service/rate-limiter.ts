/** Whether a request may leave now, by the service's requested pause and by what its refusals taught. Nothing is known at first. */
import type { Random } from '../../contract/time.ts'
import { LearnedLimit } from './learned-limit.ts'

/** Pause after a refusal without a time, ms; doubled for each that follows without a success in between. */
const FIRST_PAUSE = 1_000
const LONGEST_OWN_PAUSE = 30_000
/** Longer requested pauses are cut to this, ms. */
const LONGEST_PAUSE = 300_000
/** This many refusals in a row, with nothing passed in between, indicate a limit; more indicate a service that accepts nothing. */
const MAX_IN_A_ROW = 6
/** Prevents the clients of a service from all returning at the same moment, ms. */
const JITTER = 250
/** Delay between two tries of closes and cancels that a pause refuses, ms; doubled each time. */
const FIRST_TRY = 250
const LONGEST_TRY = 10_000
/** While a pause blocks everything else, a close is tried at most this long after the last one, as long as none is refused, ms. */
const KEPT_TRY = 2_000
/** Without a pause, closes and cancels wait at most this long for one another, ms: the learned rate may be far too low. */
const FIRST_PACE = 100

/** A request that left. */
export interface Departure {
  readonly number: number
  readonly at: number
  readonly isFirst: boolean
}

/** All times are monotonic ms. */
export class RateLimiter {
  readonly #limit = new LearnedLimit()
  readonly #random: Random
  #pausedUntil = Number.NEGATIVE_INFINITY
  /** Requests that left before this belong to the last refusal. */
  #taughtAt = Number.NEGATIVE_INFINITY
  #ownPause = FIRST_PAUSE
  #inARow = 0
  #firstLeftAt = Number.NEGATIVE_INFINITY
  #firstTryAt = Number.NEGATIVE_INFINITY
  #firstWait = FIRST_TRY

  constructor(random: Random) {
    this.#random = random
  }

  /** When the service's requested pause ends; null without one. */
  pausedUntil(now: number): number | null {
    return this.#pausedUntil > now ? this.#pausedUntil : null
  }

  /** Whether everything may leave at once. */
  isOpen(now: number): boolean {
    return !this.#limit.isKnown && this.#pausedUntil <= now
  }

  /** Allowed requests per second; null while nothing is known. */
  get perSecond(): number | null {
    return this.#limit.perSecond
  }

  /** Milliseconds until this many requests may leave together; 0 for now. */
  wait(isFirst: boolean, count: number, now: number): number {
    const paused = this.#pausedUntil - now
    if (!isFirst) return Math.max(0, paused, this.#limit.untilCommon(Math.min(count, this.#limit.mostAtOnce), now))
    if (paused <= 0 && this.#limit.common(now) >= 1) return 0
    /** However much others use up and however little was learned, a close is tried: a refusal costs nothing, a position may. */
    const untilTry = this.#firstLeftAt + (paused > 0 ? KEPT_TRY : FIRST_PACE) - now
    const untilKept = Math.min(this.#limit.untilKept(1, now), untilTry)
    const kept = Math.max(this.#firstTryAt - now, untilKept)
    const common = Math.max(paused, this.#limit.untilCommon(1, now))
    return Math.max(0, Math.min(kept, common))
  }

  /** Like `wait`, for a request with reserved room: only a pause blocks it. */
  pauseFor(isFirst: boolean, now: number): number {
    const until = isFirst ? Math.min(this.#firstTryAt, this.#pausedUntil) : this.#pausedUntil
    return Math.max(0, until - now)
  }

  /** A request leaves. @param spends 0 for one with reserved room. */
  leave(isFirst: boolean, spends: number, now: number): Departure {
    if (isFirst) this.#firstLeftAt = now
    const fromKept = isFirst && (this.#pausedUntil > now || this.#limit.common(now) < 1)
    if (fromKept) this.#limit.takeKept(spends)
    else this.#limit.takeCommon(spends)
    return { number: this.#limit.sent(now), at: now, isFirst }
  }

  /** Reserves room for a later request. */
  take(count: number): void {
    this.#limit.takeCommon(count)
  }

  /** Returns reserved room that is not needed. */
  giveBack(count: number): void {
    this.#limit.takeCommon(-count)
  }

  /** A request waits for room: the learned rate may be too low. */
  usedUp(): void {
    this.#limit.usedUp()
  }

  /** A request was answered by anything but 429. */
  passed({ isFirst }: Departure): void {
    this.#limit.passed()
    this.#ownPause = FIRST_PAUSE
    this.#inARow = 0
    if (isFirst) this.#firstWait = FIRST_TRY
  }

  /** A request was answered by 429. */
  refused({ number, at, isFirst }: Departure, retryAfterMs: number | null, now: number): void {
    const wasPaused = this.#pausedUntil > at
    const pause = retryAfterMs === null ? this.#ownPause : Math.min(LONGEST_PAUSE, retryAfterMs)
    this.#limit.forget(number)
    /** Requests under way together are refused together, and closes are refused in a pause: neither teaches anything new. */
    if (!wasPaused && at > this.#taughtAt) {
      if (this.#inARow < MAX_IN_A_ROW) this.#limit.refused(number, now, pause)
      this.#inARow += 1
      this.#taughtAt = now
      if (retryAfterMs === null) this.#ownPause = Math.min(LONGEST_OWN_PAUSE, 2 * this.#ownPause)
    }
    this.pause(pause, now)
    if (isFirst) {
      this.#firstTryAt = Math.min(now + this.#firstWait, this.#pausedUntil)
      this.#firstWait = Math.min(LONGEST_TRY, 2 * this.#firstWait)
    }
  }

  /** Only closes and cancels leave for this long. */
  pause(ms: number, now: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(LONGEST_PAUSE, ms) + JITTER * this.#random())
  }
}
