/** The silence of one topic of an asset, and its meaning (docs/service/websocket.md#silence). Times are monotonic ms. */

/** A topic with regular messages that is silent for longer than this is stale. */
export const STALE_AFTER = 1800
/** Any other topic is read again over REST after this long, and at this interval. */
const CHECK_AFTER = 5000
/** A topic whose regular messages stopped is read sooner: it may have gone quiet. */
const CHECK_STOPPED_AFTER = 2500
/** Without a message or a matching read for this long, the stored state is not known to be current. */
const UNCONFIRMED_AFTER = CHECK_AFTER + 2500
/** Messages at most this far apart count as regular; closer than the second value they are one change of the market. */
const LONGEST_GAP = 1200
const SHORTEST_GAP = 100
const BEATS_NEEDED = 3
const MAX_BEATS_NEEDED = 48

export class TopicAge {
  /** The latest message; null before the first of this connection. */
  #heardAt: number | null = null
  /** The latest message, or the start of the latest read that found nothing newer. */
  #confirmedAt: number | null = null
  #beatAt = 0
  #beats = 0
  /** Increased where messages looked regular and were not. */
  #needed = BEATS_NEEDED
  #frozen = false

  get heardAt(): number | null {
    return this.#heardAt
  }

  /** The service has something newer than the feed ever delivered. */
  get frozen(): boolean {
    return this.#frozen
  }

  /** Whether its messages were so regular that silence is meaningful by itself. */
  get hasBeat(): boolean {
    return this.#beats >= this.#needed
  }

  /** A message came. */
  heard(now: number): void {
    const gap = now - (this.#heardAt ?? Number.NEGATIVE_INFINITY)
    if (!this.hasBeat) {
      if (gap > LONGEST_GAP) this.#beats = 0
      if (this.#beats === 0 || now - this.#beatAt >= SHORTEST_GAP) {
        this.#beats += 1
        this.#beatAt = now
      }
    }
    this.#heardAt = now
    this.#confirmedAt = now
    this.#frozen = false
  }

  /** Call when the initial state was read over REST: it counts as confirmed. */
  read(now: number): void {
    this.#confirmedAt = now
  }

  /** A read begun at `askedAt` matched the stored state: a regular topic has gone quiet, and needs more messages to count as regular again. */
  confirmed(askedAt: number): void {
    this.#confirmedAt = Math.max(askedAt, this.#confirmedAt ?? askedAt)
    this.#frozen = false
    if (!this.hasBeat) return
    this.#needed = Math.min(MAX_BEATS_NEEDED, 2 * this.#needed)
    this.#beats = 0
  }

  /** A read found something newer. */
  froze(): void {
    this.#frozen = true
  }

  /** The connection is gone or new. A frozen topic stays so until it moves: a read alone does not prove that the feed is back. */
  restart(): void {
    this.#heardAt = null
    this.#confirmedAt = null
    this.#beats = 0
  }

  /** Whether a regular topic is overdue. */
  isLate(now: number): boolean {
    return this.hasBeat && this.#isOlder(STALE_AFTER, now)
  }

  /** Whether it is time to read it again; `askedAt` is the last read. */
  isDue(now: number, askedAt: number): boolean {
    const after = this.hasBeat ? CHECK_STOPPED_AFTER : CHECK_AFTER
    return now - askedAt >= CHECK_AFTER && now - (this.#confirmedAt ?? now) >= after
  }

  /** @param readable whether it can be read again: an unreadable topic is not judged by its silence alone. */
  isStale(now: number, readable: boolean): boolean {
    if (this.#frozen || this.#confirmedAt === null || this.isLate(now)) return true
    return readable && this.#isOlder(UNCONFIRMED_AFTER, now)
  }

  #isOlder(ms: number, now: number): boolean {
    return this.#confirmedAt !== null && now - this.#confirmedAt > ms
  }
}
