/** The `connection` topic: the status bar's facts, twice a second and at every change. */

import { Listeners } from '../../../contract/listeners.ts'
import type { ConnectionView, RequestLimitView } from '../../../contract/session.ts'
import type { Clock } from '../../../contract/time.ts'
import { topicOf } from '../../topics/index.ts'
import type { Connection } from './connection.ts'

const SLOT = 100
const SLOTS = 10

/** Messages in the last second, counted in tenths so that counting costs nothing. */
export class MessageRate {
  readonly #clock: Clock
  readonly #counts = new Uint32Array(SLOTS + 1)
  #slot = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  count(): void {
    this.#move()
    const at = this.#slot % (SLOTS + 1)
    this.#counts[at] = (this.#counts[at] as number) + 1
  }

  /** Of the last ten whole tenths of a second. */
  perSecond(): number {
    this.#move()
    let sum = 0
    for (let i = 1; i <= SLOTS; i += 1) sum += this.#counts[(this.#slot + i) % (SLOTS + 1)] as number
    return sum
  }

  #move(): void {
    const now = Math.floor(this.#clock.monotonic() / SLOT)
    const steps = Math.min(now - this.#slot, SLOTS + 1)
    for (let i = 1; i <= steps; i += 1) this.#counts[(this.#slot + i) % (SLOTS + 1)] = 0
    // After a long silence all slots in between are empty: the position does not matter.
    if (now > this.#slot) {
      if (steps === SLOTS + 1) this.#counts.fill(0)
      this.#slot = now
    }
  }
}

interface ConnectionTopicOptions {
  readonly clock: Clock
  readonly connection: Pick<Connection, 'state' | 'attempts' | 'reason' | 'retryInMs' | 'latencyMs' | 'lastFrameAt'>
  readonly clockOffset: () => number | null
  /** Other trouble with the data while the connection is live. */
  readonly trouble: () => string | null
  /** Requests that wait for the rate limit. */
  readonly limit: () => RequestLimitView | null
}

/** A connection without any frame for longer than this, pings included, may be dead: nothing shown is taken as current, ms. */
const STALE_AFTER = 1800
const EVERY = 500
/** A wait is shown for at least this long, ms: short waits in sequence would flicker. */
const LIMIT_SHOWN = 1_000

export class ConnectionTopic {
  readonly rate: MessageRate
  readonly #options: ConnectionTopicOptions
  readonly #listeners = new Listeners()
  readonly source = topicOf('connection', () => this.#view(), this.#listeners.on)
  #publishedAt = Number.NEGATIVE_INFINITY
  #stalePublished: boolean | null = null
  #limitShown: { readonly view: RequestLimitView; readonly at: number } | null = null

  constructor(options: ConnectionTopicOptions) {
    this.#options = options
    this.rate = new MessageRate(options.clock)
  }

  /** Not live, or silent for too long; data has its own age. */
  get stale(): boolean {
    const { connection } = this.#options
    const age = this.#age()
    return connection.state !== 'live' || age === null || age > STALE_AFTER
  }

  /** Publishes every half second, and when freshness changes; called a few times a second. */
  tick(): void {
    if (this.stale !== this.#stalePublished || this.#options.clock.monotonic() - this.#publishedAt >= EVERY)
      this.changed()
  }

  /** The connection entered another state. */
  changed(): void {
    this.#publishedAt = this.#options.clock.monotonic()
    this.#stalePublished = this.stale
    this.#listeners.notify()
  }

  /** Published at once when a wait begins; its size, with the next turn. */
  limitChanged(): void {
    const view = this.#options.limit()
    if (view !== null && view.pausedUntil !== (this.#limitShown?.view.pausedUntil ?? null)) this.changed()
    else if (view !== null && this.#limitShown === null) this.changed()
  }

  #limit(): RequestLimitView | null {
    const view = this.#options.limit()
    const now = this.#options.clock.monotonic()
    if (view !== null) this.#limitShown = { view, at: now }
    else if (this.#limitShown !== null && now - this.#limitShown.at >= LIMIT_SHOWN) this.#limitShown = null
    return this.#limitShown?.view ?? null
  }

  #view(): ConnectionView {
    const { connection, clock, clockOffset } = this.#options
    const age = this.#age()
    return {
      socket: connection.state,
      retryInMs: connection.state === 'offline' ? connection.retryInMs : null,
      attempts: connection.attempts,
      latencyMs: connection.latencyMs,
      messageAgeMs: age === null ? null : Math.round(age),
      messagesPerSecond: this.rate.perSecond(),
      clockOffsetMs: clockOffset(),
      stale: this.stale,
      reason: this.#reason(),
      limit: this.#limit(),
      at: clock.now(),
    }
  }

  #age(): number | null {
    const { connection, clock } = this.#options
    return connection.lastFrameAt === null ? null : clock.monotonic() - connection.lastFrameAt
  }

  #reason(): string | null {
    const { connection, trouble } = this.#options
    if (connection.state !== 'live') return connection.reason
    return this.stale && this.#age() !== null ? 'The venue does not answer.' : trouble()
  }
}
