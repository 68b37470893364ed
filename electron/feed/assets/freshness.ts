/** Whether the stored data of an asset may be taken as current. Age counts from its last data, never from the socket. */
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import type { AssetFeed, ReadTopic } from './asset-feed.ts'
import { STALE_AFTER } from './topic-age.ts'

interface FreshnessOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Whether nothing from the socket may be taken as current. */
  readonly connectionStale: () => boolean
  /** Whether the service can be asked for the asset now. */
  readonly isOffered: (asset: string) => boolean
  /** Whether the asset can be read over REST too. */
  readonly isReadable: (asset: string) => boolean
  /** The subscribed feeds of the assets whose turn it is to trade. */
  readonly live: () => readonly AssetFeed[]
}

export class Freshness {
  readonly #options: FreshnessOptions
  /** Monotonic time of the latest data of any asset; null before the first of this connection. */
  #dataAt: number | null = null

  constructor(options: FreshnessOptions) {
    this.#options = options
  }

  /** Data of an asset arrived. */
  dataCame(feed: AssetFeed): void {
    feed.dataAt = this.#options.clock.monotonic()
    feed.current = true
    this.#dataAt = feed.dataAt
  }

  /** The connection closed. */
  closed(): void {
    this.#dataAt = null
  }

  /** Data so recent that a new connection does not make it stale. */
  isYoung({ current, dataAt }: AssetFeed): boolean {
    return current && !this.#isOld(dataAt)
  }

  isBookStale(feed: AssetFeed): boolean {
    return feed.order.fault !== null || !feed.order.current || this.#isTopicStale(feed, 'book')
  }

  isTickerStale(feed: AssetFeed): boolean {
    return !feed.context.current || this.#isTopicStale(feed, 'context')
  }

  /** Trades arrive when somebody trades: a live asset's are stale when all its other data is, and nothing came for a while. */
  isTradesStale(feed: AssetFeed): boolean {
    if (this.#isCutOff(feed)) return true
    return this.#isLive(feed) && this.#isOld(feed.dataAt) && this.isTickerStale(feed) && this.isBookStale(feed)
  }

  /** For a live asset each topic has its own age; partners and coins are quiet by nature. */
  #isTopicStale(feed: AssetFeed, topic: ReadTopic): boolean {
    if (this.#isCutOff(feed)) return true
    const { clock, isReadable } = this.#options
    return this.#isLive(feed) && feed.ages[topic].isStale(clock.monotonic(), isReadable(feed.asset))
  }

  #isCutOff(feed: AssetFeed): boolean {
    const { connectionStale, isOffered } = this.#options
    return connectionStale() || !feed.current || this.#isStandingStill() || !isOffered(feed.asset)
  }

  #isLive(feed: AssetFeed): boolean {
    return !isCoin(feed.asset) && this.#options.live().includes(feed)
  }

  /** A live asset shows that the feed is frozen: the service is ahead of it, or its regular messages stopped while nothing else arrived either. */
  #isStandingStill(): boolean {
    const now = this.#options.clock.monotonic()
    return this.#options.live().some(({ ages: { book, context } }) => {
      if (book.frozen || context.frozen) return true
      return this.#isOld(this.#dataAt) && (book.isLate(now) || context.isLate(now))
    })
  }

  #isOld(at: number | null): boolean {
    return at === null || this.#options.clock.monotonic() - at > STALE_AFTER
  }
}
