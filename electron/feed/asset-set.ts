/** The assets whose data is wanted: counted by who wants them, subscribed while anybody does and a while longer, and filled by reads. */
import type { Book, ScalarMarket, Ticker } from '../../contract/market.ts'
import type { Clock } from '../../contract/time.ts'
import type { Log } from '../log.ts'
import type { TradingService } from '../service/interface.ts'
import { AssetFeed } from './asset-feed.ts'
import type { OwnOrder } from './book-view.ts'
import type { Channel, Subscriptions } from './subscriptions.ts'

export interface AssetSetOptions {
  readonly service: Pick<TradingService, 'ticker' | 'book'>
  readonly clock: Clock
  readonly log: Log
  readonly subscriptions: Pick<Subscriptions, 'want'>
  readonly market: (asset: string) => ScalarMarket | null
  /** Answers of a snapshot for an asset that is still wanted. */
  readonly onTicker: (feed: AssetFeed, ticker: Omit<Ticker, 'receivedAt' | 'stale'>) => void
  readonly onBook: (feed: AssetFeed, book: Book) => void
}

const CHANNELS: readonly Channel[] = ['book', 'trades', 'activeAssetCtx']
/** Data that nobody wants any more keeps coming for this long. */
const LINGER = 30_000
const RETRY_READ = 2000
/** Assets wanted at once; names come from windows. */
const MOST_ASSETS = 64

export class AssetSet {
  readonly #options: AssetSetOptions
  readonly #feeds = new Map<string, AssetFeed>()
  readonly #own = new Map<string, readonly OwnOrder[]>()
  /** Assets that main itself wants. */
  #needed: ReadonlySet<string> = new Set()

  constructor(options: AssetSetOptions) {
    this.#options = options
  }

  get(asset: string): AssetFeed | undefined {
    return this.#feeds.get(asset)
  }

  values(): IterableIterator<AssetFeed> {
    return this.#feeds.values()
  }

  /** Assets in which own orders are marked. */
  get ownAssets(): readonly string[] {
    return [...this.#own.keys()]
  }

  /** Remembered for assets that nobody wants yet. */
  setOwn(asset: string, orders: readonly OwnOrder[]): void {
    if (orders.length === 0) this.#own.delete(asset)
    else this.#own.set(asset, orders)
    this.#feeds.get(asset)?.setOwn(orders)
  }

  /** Wants exactly these assets for main itself. */
  need(assets: ReadonlySet<string>): void {
    const before = this.#needed
    this.#needed = assets
    for (const asset of assets) if (!before.has(asset)) this.hold(asset)
    for (const asset of before) if (!assets.has(asset)) this.release(asset)
  }

  hold(asset: string): void {
    let feed = this.#feeds.get(asset)
    if (feed === undefined) {
      if (this.#feeds.size >= MOST_ASSETS) return
      feed = new AssetFeed(asset)
      const market = this.#options.market(asset)
      if (market !== null) feed.setMarket(market)
      feed.setOwn(this.#own.get(asset) ?? [])
      this.#feeds.set(asset, feed)
    }
    feed.watchers += 1
    feed.lingering?.()
    feed.lingering = null
    if (feed.subscribed.length > 0) return
    feed.subscribed = CHANNELS.map((channel) => this.#options.subscriptions.want(channel, asset))
    this.snapshot(feed)
  }

  release(asset: string): void {
    const feed = this.#feeds.get(asset)
    if (feed === undefined || feed.watchers === 0) return
    feed.watchers -= 1
    if (feed.watchers > 0) return
    feed.lingering?.()
    feed.lingering = this.#options.clock.after(LINGER, () => {
      feed.lingering = null
      for (const cancel of feed.subscribed.splice(0)) cancel()
      this.#feeds.delete(asset)
    })
  }

  /** First load and reconnect: what the service tells at once, until the feed does. A read that fails is made once more. */
  snapshot(feed: AssetFeed, again = true): void {
    const { service, clock, log, onTicker, onBook } = this.#options
    const { asset } = feed
    const stillWanted = (): boolean => this.#feeds.get(asset) === feed
    let failed = false
    const onError = (error: unknown): void => {
      log.info({ err: error, asset }, 'snapshot could not be read')
      if (!again || failed) return
      failed = true
      clock.after(RETRY_READ, () => {
        const missing = !feed.context.current || !feed.order.current
        if (missing && stillWanted()) this.snapshot(feed, false)
      })
    }
    service.ticker(asset).then((ticker) => stillWanted() && onTicker(feed, ticker), onError)
    service.book(asset).then((book) => stillWanted() && onBook(feed, book), onError)
  }
}
