/** Whether a request may leave now, by the pause that the service asks for and by what its refusals taught. Nothing is known at first. */
import type { Random } from '../../contract/time.ts'
import { LearnedLimit } from './learned-limit.ts'

/** Of a refusal that names no time, ms; twice as long after each that follows without a success in between. */
const FIRST_PAUSE = 1_000
const LONGEST_OWN_PAUSE = 30_000
/** A service that asks for more is asked again after this long, ms. */
const LONGEST_PAUSE = 300_000
/** As many refusals one after another, with nothing let through in between, tell of a limit; more tell of a service that takes nothing. */
const MOST_IN_A_ROW = 6
/** So that the clients of a service do not all come back at the same moment, ms. */
const JITTER = 250
/** Between two tries of closes and cancels that a pause refuses, ms; twice as long each time. */
const FIRST_TRY = 250
const LONGEST_TRY = 10_000
/** Where a pause holds everything else, a close is tried this long after the last one at the latest, as long as it is not refused, ms. */
const KEPT_TRY = 2_000
/** Without a pause closes and cancels wait no longer for one another than this, ms: what was learned may be far too little. */
const FIRST_PACE = 100

/** A request that left. */
export interface Departure {
  readonly number: number
  readonly at: number
  readonly isFirst: boolean
}

/** All times are monotonic ms. */
export class LimitGate {
  readonly #limit = new LearnedLimit()
  readonly #random: Random
  #pausedUntil = Number.NEGATIVE_INFINITY
  /** Requests that left before belong to the refusal that taught last. */
  #taughtAt = Number.NEGATIVE_INFINITY
  #ownPause = FIRST_PAUSE
  #inARow = 0
  #firstLeftAt = Number.NEGATIVE_INFINITY
  #firstTryAt = Number.NEGATIVE_INFINITY
  #firstWait = FIRST_TRY

  constructor(random: Random) {
    this.#random = random
  }

  /** When the pause ends that the service asks for; null when it asks for none. */
  pausedUntil(now: number): number | null {
    return this.#pausedUntil > now ? this.#pausedUntil : null
  }

  /** Whether everything may leave at once. */
  isOpen(now: number): boolean {
    return !this.#limit.isKnown && this.#pausedUntil <= now
  }

  /** Requests per second that are allowed; null while nothing is known. */
  get perSecond(): number | null {
    return this.#limit.perSecond
  }

  /** Milliseconds until so many requests may leave together; 0 for now. */
  wait(isFirst: boolean, count: number, now: number): number {
    const paused = this.#pausedUntil - now
    if (!isFirst) return Math.max(0, paused, this.#limit.untilCommon(Math.min(count, this.#limit.mostAtOnce), now))
    if (paused <= 0 && this.#limit.common(now) >= 1) return 0
    /** Whatever is used up by others, and however little was learned, a close is tried: a refusal costs nothing, a position may. */
    const untilTry = this.#firstLeftAt + (paused > 0 ? KEPT_TRY : FIRST_PACE) - now
    const untilKept = Math.min(this.#limit.untilKept(1, now), untilTry)
    const kept = Math.max(this.#firstTryAt - now, untilKept)
    const common = Math.max(paused, this.#limit.untilCommon(1, now))
    return Math.max(0, Math.min(kept, common))
  }

  /** The same for one whose room was taken before: only a pause holds it. */
  pauseFor(isFirst: boolean, now: number): number {
    const until = isFirst ? Math.min(this.#firstTryAt, this.#pausedUntil) : this.#pausedUntil
    return Math.max(0, until - now)
  }

  /** A request leaves. @param spends 0 for one whose room was taken before. */
  leave(isFirst: boolean, spends: number, now: number): Departure {
    if (isFirst) this.#firstLeftAt = now
    const fromKept = isFirst && (this.#pausedUntil > now || this.#limit.common(now) < 1)
    if (fromKept) this.#limit.takeKept(spends)
    else this.#limit.takeCommon(spends)
    return { number: this.#limit.sent(now), at: now, isFirst }
  }

  /** Takes room for what leaves later. */
  take(count: number): void {
    this.#limit.takeCommon(count)
  }

  /** Room that was taken and is not needed. */
  giveBack(count: number): void {
    this.#limit.takeCommon(-count)
  }

  /** Something waits for room: what was learned may be too little. */
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
    /** Requests that were under way together are refused together, and closes are refused in a pause: that teaches nothing new. */
    if (!wasPaused && at > this.#taughtAt) {
      if (this.#inARow < MOST_IN_A_ROW) this.#limit.refused(number, now, pause)
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

  /** Nothing but closes and cancels leaves for so long. */
  pause(ms: number, now: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + Math.min(LONGEST_PAUSE, ms) + JITTER * this.#random())
  }
}
