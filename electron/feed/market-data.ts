/** The state of the markets as main holds it, and the topics made of it. Age counts from an asset's last message, never from the socket. */
import type { Bucket, BucketView, PublicTrade, ScalarMarket, Ticker } from '../../contract/market.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { Log } from '../log.ts'
import type { TradingService } from '../service/interface.ts'
import type { ContextPatch } from './asset-context.ts'
import type { AssetFeed } from './asset-feed.ts'
import { AssetSet } from './asset-set.ts'
import { BadData } from './bad-data.ts'
import type { OwnOrder } from './book-view.ts'
import type { BookDecoder } from './decode-book.ts'
import { LiveBucket } from './live-bucket.ts'
import type { BookVerdict } from './order-book.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { TopicChange, TopicSource } from './topic-source.ts'
import type { Dictionary } from './wire.ts'

export type FeedService = Pick<TradingService, 'bucket' | 'markets' | 'ticker' | 'book' | 'candles'>

export interface MarketDataOptions {
  readonly service: FeedService
  readonly clock: Clock
  readonly log: Log
  readonly subscriptions: Pick<Subscriptions, 'want'>
  /** Whether nothing that the socket brought may be taken as current. */
  readonly connectionStale: () => boolean
  /** A public trade as it happens; not those that a new subscription begins with. */
  readonly onTrade?: (trade: PublicTrade) => void
  /** The live bucket is another, or none. */
  readonly onBucketChange?: (current: Bucket | null) => void
}

/** Older than this, data of the live asset is stale, ms: the service tells its context every second. */
export const STALE_AFTER = 1800
const RETRY_READ = 2000

const BUCKET: TopicChange = { kind: 'bucket', asset: null }
const SETTLEMENTS: TopicChange = { kind: 'settlements', asset: null }

export class MarketData implements TopicSource {
  readonly kinds = ['bucket', 'settlements', 'ticker', 'trades', 'book'] as const
  readonly badData: BadData
  readonly #options: MarketDataOptions
  readonly #listeners = new Set<(change: TopicChange) => void>()
  readonly #assets: AssetSet
  readonly #live: LiveBucket
  #markets: readonly ScalarMarket[] = []
  #marketsTimer: Cancel | null = null
  #readingMarkets = false
  #running = false

  constructor(options: MarketDataOptions) {
    this.#options = options
    const { service, clock, log, subscriptions, connectionStale, onBucketChange } = options
    this.badData = new BadData(log)
    this.#assets = new AssetSet({
      service,
      clock,
      log,
      subscriptions,
      market: (asset) => this.market(asset),
      onTicker: (feed, ticker) => {
        feed.context.applySnapshot(ticker, clock.now())
        this.#dataCame(feed)
        this.#tell(feed.changes.ticker)
      },
      onBook: (feed, book) => {
        if (feed.order.takeSnapshot(book, clock.monotonic()) === 'taken') this.#bookTaken(feed)
      },
    })
    this.#live = new LiveBucket({
      service,
      clock,
      log,
      connectionStale,
      pxPlaces: (asset) => this.#assets.get(asset)?.pxPlaces ?? 0,
      partnerOf: (asset) => {
        const others = this.#markets.filter((market) => market.asset !== asset)
        return others.length === 1 ? (others[0]?.asset ?? null) : null
      },
      onChange: () => this.#tell(BUCKET),
      onSettlements: () => this.#tell(SETTLEMENTS),
      onNeeded: (assets) => this.#assets.need(assets),
      onLive: (current) => {
        for (const feed of this.#assets.values()) this.#tell(feed.changes.ticker)
        this.#readMarkets()
        onBucketChange?.(current)
      },
    })
  }

  start(): void {
    this.#running = true
    this.#live.start()
    this.#readMarkets()
  }

  /** Stops reading; `start` goes on. */
  stop(): void {
    this.#running = false
    this.#live.stop()
    this.#marketsTimer?.()
  }

  /** Server time minus local time, ms; null until measured. */
  get clockOffset(): number | null {
    return this.#live.clockOffset
  }

  /** Why data that came was kept out, in words; null while all is well. */
  get fault(): string | null {
    for (const { asset, order, watchers } of this.#assets.values()) {
      if (watchers > 0 && order.fault !== null) return `The ${asset} book is kept out: ${order.fault}.`
    }
    return null
  }

  market(asset: string): ScalarMarket | null {
    return this.#markets.find((market) => market.asset === asset) ?? null
  }

  ticker(asset: string): Ticker | null {
    return this.view({ kind: 'ticker', asset }) ?? null
  }

  bucket(): BucketView | null {
    return this.view({ kind: 'bucket' }) ?? null
  }

  /** The service answered 404, 409 or 423: the bucket is read anew at once. */
  refreshBucket(): void {
    this.#live.refresh()
  }

  /** Marks the levels at which the trader's own orders of an asset rest. */
  setOwnOrders(asset: string, orders: readonly OwnOrder[]): void {
    this.#assets.setOwn(asset, orders)
    const feed = this.#assets.get(asset)
    if (feed !== undefined) this.#tell(feed.changes.book)
  }

  /** Assets in which own orders are marked. */
  get ownAssets(): readonly string[] {
    return this.#assets.ownAssets
  }

  // Topics

  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  view(topic: Topic): PayloadOf<Topic> | undefined {
    if (topic.kind === 'bucket') return this.#live.view()
    if (topic.kind === 'settlements') return this.#live.settlements
    if (!('asset' in topic)) return undefined
    const feed = this.#assets.get(topic.asset)
    if (feed === undefined) return undefined
    if (topic.kind === 'book') return feed.bookView(topic.step, topic.levels, this.#isBookStale(feed))
    if (topic.kind === 'trades') return feed.tradesView(this.#isStale(feed))
    return feed.tickerView(this.#isTickerStale(feed), this.#live.asset === topic.asset)
  }

  onChange(listener: (change: TopicChange) => void): Cancel {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  watched(topic: Topic): void {
    if ('asset' in topic) this.#assets.hold(topic.asset)
  }

  unwatched(topic: Topic): void {
    if ('asset' in topic) this.#assets.release(topic.asset)
  }

  // What the feed brings

  bookBytes(decoder: BookDecoder, bytes: Uint8Array): void {
    const feed = this.#assets.get(decoder.coin)
    if (feed === undefined) return
    this.#onBook(feed, feed.order.takeMessage(decoder, bytes, this.#options.clock.monotonic()), bytes.length)
  }

  bookJson(coin: string, data: Dictionary): void {
    const feed = this.#assets.get(coin)
    if (feed !== undefined) this.#onBook(feed, feed.order.takeJson(data, this.#options.clock.monotonic()), 0)
  }

  trades(asset: string, trades: readonly PublicTrade[]): void {
    const feed = this.#assets.get(asset)
    if (feed === undefined) return
    this.#dataCame(feed)
    feed.tradesAt = this.#options.clock.now()
    const fresh = feed.tape.add(trades)
    const { onTrade } = this.#options
    if (feed.tradesFlow && onTrade !== undefined) for (const trade of fresh) onTrade(trade)
    feed.tradesFlow = true
    this.#tell(feed.changes.trades)
    if (fresh.length > 0) this.#tell(feed.changes.ticker)
  }

  context(patch: ContextPatch): void {
    const feed = this.#assets.get(patch.asset)
    if (feed === undefined) return
    this.#dataCame(feed)
    const before = feed.context.status
    feed.context.apply(patch, this.#options.clock.now())
    if (patch.mark !== undefined && this.#live.asset === patch.asset) this.#live.marked(patch.mark)
    this.#live.heed(patch, before !== null && before !== feed.context.status)
    this.#tell(feed.changes.ticker)
  }

  /** A connection opened: what is held is old until data comes; the gap is filled by reads. */
  opened(): void {
    this.badData.restart()
    const now = this.#options.clock.monotonic()
    for (const feed of this.#assets.values()) {
      feed.tradesFlow = false
      if (feed.current && feed.dataAt !== null && now - feed.dataAt < STALE_AFTER) continue
      feed.restart()
      if (feed.watchers > 0) this.#assets.snapshot(feed)
    }
    this.#live.restart()
  }

  /** The connection closed: whatever comes next starts afresh. */
  closed(): void {
    for (const feed of this.#assets.values()) feed.restart()
    this.tick()
  }

  /** Tells what became stale, or entered another phase, without any message; called a few times a second. */
  tick(): void {
    for (const feed of this.#assets.values()) {
      const book = this.#isBookStale(feed)
      const ticker = this.#isTickerStale(feed)
      const told = feed.staleTold
      if (book === told.book && ticker === told.ticker) continue
      feed.staleTold = { book, ticker }
      this.#tellAll(feed)
    }
    this.#live.tick()
  }

  #onBook(feed: AssetFeed, verdict: BookVerdict, bytes: number): void {
    if (verdict === 'taken') this.#bookTaken(feed)
    if (verdict !== 'bad') return
    this.badData.note(`book: ${feed.order.fault}`, bytes)
    if (!feed.staleTold.book) this.tick()
  }

  #bookTaken(feed: AssetFeed): void {
    this.#dataCame(feed)
    feed.bookTaken(this.#options.clock.now())
    this.#tell(feed.changes.book)
    if (feed.bestMoved()) this.#tell(feed.changes.ticker)
  }

  #dataCame(feed: AssetFeed): void {
    feed.dataAt = this.#options.clock.monotonic()
    feed.current = true
    if (feed.tradesAt !== null) return
    feed.tradesAt = this.#options.clock.now()
    this.#tell(feed.changes.trades)
  }

  /** For the live asset by the age of its last data; the partner is quiet by nature. */
  #isStale(feed: AssetFeed): boolean {
    if (this.#options.connectionStale() || !feed.current) return true
    if (this.#live.asset !== feed.asset) return false
    return feed.dataAt === null || this.#options.clock.monotonic() - feed.dataAt > STALE_AFTER
  }

  #isBookStale(feed: AssetFeed): boolean {
    return feed.order.fault !== null || !feed.order.current || this.#isStale(feed)
  }

  #isTickerStale(feed: AssetFeed): boolean {
    return !feed.context.current || this.#isStale(feed)
  }

  /** Metadata: precision of prices and sizes. Without it data is shown as it comes. Read anew with every bucket. */
  #readMarkets(): void {
    if (this.#readingMarkets) return
    this.#readingMarkets = true
    this.#marketsTimer?.()
    const { service, clock, log } = this.#options
    service.markets().then(
      (markets) => {
        this.#readingMarkets = false
        this.#markets = markets
        for (const market of markets) this.#assets.get(market.asset)?.setMarket(market)
        for (const feed of this.#assets.values()) this.#tellAll(feed)
      },
      (error: unknown) => {
        this.#readingMarkets = false
        log.info({ err: error }, 'markets could not be read')
        if (this.#running) this.#marketsTimer = clock.after(RETRY_READ, () => this.#readMarkets())
      },
    )
  }

  #tellAll({ changes }: AssetFeed): void {
    this.#tell(changes.book)
    this.#tell(changes.ticker)
    this.#tell(changes.trades)
  }

  #tell(change: TopicChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
