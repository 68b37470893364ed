/**
 * News that nothing has to be painted for at once: held until something else is sent to the window, or its time is up. What is held is
 * sent as it is then.
 */
import type { Cancel, Clock } from '../../contract/time.ts'
import type { Urgency } from '../../contract/topics.ts'

/** How long sizes, and what happens behind the best prices, wait for company at most, ms: every second time they leave with what waits for the clocks. */
const SOON = 500
const SECOND = 1000
/** How long before the clocks change their news leaves, ms: on a busy machine too it is there when they are painted, and says its age with them. */
const AHEAD = 150
/** What leaves less than this before the clocks change may miss them, and would wait for a second more, ms. */
const TOO_LATE = 75
/** A timer may come a little early, ms. */
const EARLY = 10

interface HeldNewsOptions {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** What the clocks of the window go ahead of this machine's, ms. */
  readonly clockOffset: () => number
  /** Its time is up. */
  readonly due: () => void
}

export class HeldNews<News> {
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

  /** All that is held, which no longer is. */
  take(): readonly News[] {
    const taken = [...this.#held]
    this.#held.clear()
    this.#cancel?.()
    this.#cancel = null
    this.#until = Number.POSITIVE_INFINITY
    return taken
  }

  /** Nobody wants it any more. */
  drop(news: News): void {
    if (this.#held.delete(news) && this.#held.size === 0) this.take()
  }

  /** Whether the clocks are about to be painted: what leaves now is there before. */
  clocksAreNear(): boolean {
    const left = this.#toTheSecond()
    return left >= TOO_LATE && left <= AHEAD + EARLY
  }

  /** Until what waits for the clocks leaves. */
  #toClocks(): number {
    const left = this.#toTheSecond() - AHEAD
    return left > 0 ? left : left + SECOND
  }

  /** Until the clocks change. */
  #toTheSecond(): number {
    const { clock, clockOffset } = this.#options
    return SECOND - ((((clock.now() + clockOffset()) % SECOND) + SECOND) % SECOND)
  }
}
