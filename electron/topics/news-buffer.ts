/**
 * Updates that need no immediate paint: held until something else is sent to the window, or their time is up. The payload is made at the time of
 * sending.
 */
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Urgency } from '../../contract/topics.ts'

/**
 * Maximum wait of sizes, and of changes behind the best prices, for other updates, ms: every second time they are sent with those that wait for the
 * clocks.
 */
const SOON = 500
const SECOND = 1000
/** Lead of updates before the clocks change, ms: even on a busy machine they are there when the clocks are painted, and show their age with them. */
const AHEAD = 150
/** An update sent less than this before the clocks change may miss them, and would wait for another second, ms. */
const TOO_LATE = 75
/** A timer may fire slightly early, ms. */
const EARLY = 10

interface HeldNewsOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** The lead of the window's clocks over this machine's, ms. */
  readonly clockOffset: () => number
  /** Called when its time is up. */
  readonly due: () => void
}

export class NewsBuffer<News> {
  readonly #options: HeldNewsOptions
  readonly #held = new Set<News>()
  #until = Number.POSITIVE_INFINITY
  #cancel: Cancel | null = null

  constructor(options: HeldNewsOptions) {
    this.#options = options
  }

  hold(news: Iterable<News>, urgency: Exclude<Urgency, 'now'>): void {
    for (const each of news) this.#held.add(each)
    const { clock, due } = this.#options
    const toClocks = this.#toClocks()
    const wait = urgency === 'soon' && toClocks > SOON ? toClocks - SOON : toClocks
    const until = clock.monotonic() + wait
    if (until >= this.#until) return
    this.#until = until
    this.#cancel?.()
    this.#cancel = clock.after(wait, due)
  }

  /** Returns and clears all held updates. */
  take(): readonly News[] {
    const taken = [...this.#held]
    this.#held.clear()
    this.#cancel?.()
    this.#cancel = null
    this.#until = Number.POSITIVE_INFINITY
    return taken
  }

  /** Nothing subscribes to it now. */
  drop(news: News): void {
    if (this.#held.delete(news) && this.#held.size === 0) this.take()
  }

  /** Whether the clocks are about to be painted: an update sent now arrives before that. */
  clocksAreNear(): boolean {
    const left = this.#toTheSecond()
    return left >= TOO_LATE && left <= AHEAD + EARLY
  }

  /** Time until the updates that wait for the clocks are sent. */
  #toClocks(): number {
    const left = this.#toTheSecond() - AHEAD
    return left > 0 ? left : left + SECOND
  }

  /** Time until the clocks change. */
  #toTheSecond(): number {
    const { clock, clockOffset } = this.#options
    return SECOND - ((((clock.now() + clockOffset()) % SECOND) + SECOND) % SECOND)
  }
}
