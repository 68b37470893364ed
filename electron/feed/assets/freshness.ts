/** Whether what is held of an asset may be taken as current. Age counts from its last data, never from the socket. */
import { isCoin } from '../../../contract/outcome.ts'
import type { Clock } from '../../../contract/time.ts'
import type { AssetFeed } from './asset-feed.ts'

interface FreshnessOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** Whether nothing that the socket brought may be taken as current. */
  readonly connectionStale: () => boolean
  /** Whether the service can be asked for the asset now. */
  readonly isOffered: (asset: string) => boolean
  /** The assets whose turn it is to trade: the service tells their context every second. */
  readonly live: () => readonly string[]
  readonly isSubscribed: (asset: string) => boolean
}

/** Older than this, data of a live asset is stale, ms. */
const STALE_AFTER = 1800

export class Freshness {
  readonly #options: FreshnessOptions
  /** Monotonic time of the newest data of any asset, null before the first of this connection. */
  #dataAt: number | null = null

  constructor(options: FreshnessOptions) {
    this.#options = options
  }

  /** Data of an asset came. */
  dataCame(feed: AssetFeed): void {
    feed.dataAt = this.#options.clock.monotonic()
    feed.current = true
    this.#dataAt = feed.dataAt
  }

  /** The connection closed. */
  closed(): void {
    this.#dataAt = null
  }

  /** Data so young that a new connection does not make it old. */
  isYoung({ current, dataAt }: AssetFeed): boolean {
    return current && !this.#isOld(dataAt)
  }

  /** For a live asset by the age of its last data; partners and coins are quiet by nature. */
  isStale(feed: AssetFeed): boolean {
    const { connectionStale, isOffered, live } = this.#options
    if (connectionStale() || !feed.current) return true
    if (isCoin(feed.asset)) return this.#isFeedQuiet() || !isOffered(feed.asset)
    return live().includes(feed.asset) && this.#isOld(feed.dataAt)
  }

  isBookStale(feed: AssetFeed): boolean {
    return feed.order.fault !== null || !feed.order.current || this.isStale(feed)
  }

  isTickerStale(feed: AssetFeed): boolean {
    return !feed.context.current || this.isStale(feed)
  }

  /** A feed that brings nothing of any asset, though one of them has something to tell every second, is not alive. */
  #isFeedQuiet(): boolean {
    const { live, isSubscribed } = this.#options
    return live().some(isSubscribed) && this.#isOld(this.#dataAt)
  }

  #isOld(at: number | null): boolean {
    return at === null || this.#options.clock.monotonic() - at > STALE_AFTER
  }
}
