/**
 * The state of the markets as main holds it, and the topics made of it. The live asset is only ever what `GET /v1/bucket` says; the feed
 * merely hints that it is time to ask. Age counts from the last message of an asset, never from the socket's state.
 */
import { fahrenheitOfMark } from '../../contract/mark.ts'
import type {
  Book,
  Bucket,
  BucketPhase,
  BucketView,
  PublicTrade,
  ScalarMarket,
  Settlement,
  Ticker,
} from '../../contract/market.ts'
import type { Cancel, Clock } from '../../contract/time.ts'
import type { PayloadOf, Topic } from '../../contract/topics.ts'
import type { Log } from '../log.ts'
import type { TradingService } from '../service/interface.ts'
import type { ContextPatch } from './asset-context.ts'
import { AssetFeed } from './asset-feed.ts'
import { BadData } from './bad-data.ts'
import type { OwnOrder } from './book-view.ts'
import { type BucketState, BucketWatch } from './bucket-watch.ts'
import type { BookDecoder } from './decode-book.ts'
import type { BookVerdict } from './order-book.ts'
import { phaseOf } from './phase.ts'
import { Settlements, SHORTEST_BUCKET } from './settlements.ts'
import type { Channel, Subscriptions } from './subscriptions.ts'
import type { TopicChange, TopicSource } from './topic-source.ts'
import { RunningTwap, TWAP_WINDOW } from './twap.ts'
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
const CHANNELS: readonly Channel[] = ['book', 'trades', 'activeAssetCtx']
/** Data that nobody watches any more keeps coming for this long. */
const LINGER = 30_000
const RETRY_READ = 2000
/** A message from the future by this much means that the server's clock was set. */
const FUTURE = 1500
/** Assets that windows may ask for at once; names come from windows. */
const MOST_ASSETS = 64

const BUCKET: TopicChange = { kind: 'bucket', asset: null }
const SETTLEMENTS: TopicChange = { kind: 'settlements', asset: null }

export class MarketData implements TopicSource {
  readonly kinds = ['bucket', 'settlements', 'ticker', 'trades', 'book'] as const
  readonly badData: BadData
  readonly #options: MarketDataOptions
  readonly #assets = new Map<string, AssetFeed>()
  readonly #listeners = new Set<(change: TopicChange) => void>()
  readonly #bucket: BucketWatch
  readonly #settlements: Settlements
  readonly #twap = new RunningTwap()
  readonly #own = new Map<string, readonly OwnOrder[]>()
  #markets: readonly ScalarMarket[] = []
  /** Assets that main itself watches: the live one, and around a hand-over the next. */
  #held: readonly string[] = []
  #live: Bucket | null = null
  #lastLive: Bucket | null = null
  #bucketTold: { phase: BucketPhase; stale: boolean } | null = null
  /** When the final window of the bucket with this end was seen to open, server time. */
  #finalSince: { end: number; from: number } | null = null
  #marketsTimer: Cancel | null = null
  #running = false

  constructor(options: MarketDataOptions) {
    this.#options = options
    const { service, clock, log } = options
    this.badData = new BadData(log)
    this.#bucket = new BucketWatch({ service, clock, log, onState: (state) => this.#onBucket(state) })
    this.#settlements = new Settlements({
      service,
      clock,
      log,
      pxPlaces: (asset) => this.#assets.get(asset)?.pxPlaces ?? 0,
      onChange: () => this.#tell(SETTLEMENTS),
    })
  }

  start(): void {
    this.#running = true
    this.#bucket.start()
    this.#settlements.start()
    if (this.#markets.length === 0) this.#readMarkets()
  }

  /** Stops reading; `start` goes on. */
  stop(): void {
    this.#running = false
    this.#bucket.stop()
    this.#settlements.stop()
    this.#marketsTimer?.()
  }

  /** Server time minus local time, ms; null until measured. */
  get clockOffset(): number | null {
    return this.#bucket.offset
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
    this.#bucket.refresh()
  }

  /** Marks the levels at which the trader's own orders of an asset rest. */
  setOwnOrders(asset: string, orders: readonly OwnOrder[]): void {
    if (orders.length === 0) this.#own.delete(asset)
    else this.#own.set(asset, orders)
    const feed = this.#assets.get(asset)
    if (feed === undefined) return
    feed.setOwn(orders)
    this.#tell(feed.changes.book)
  }

  /** Assets in which own orders are marked. */
  get ownAssets(): readonly string[] {
    return [...this.#own.keys()]
  }

  // Topics

  view<T extends Topic>(topic: T): PayloadOf<T> | undefined
  view(topic: Topic): PayloadOf<Topic> | undefined {
    switch (topic.kind) {
      case 'bucket':
        return this.#bucketView()
      case 'settlements':
        return this.#settlements.newest satisfies readonly Settlement[]
      case 'book': {
        const feed = this.#assets.get(topic.asset)
        return feed?.bookView(topic.step, topic.levels, this.#isBookStale(feed))
      }
      case 'ticker': {
        const feed = this.#assets.get(topic.asset)
        return feed?.tickerView(this.#isTickerStale(feed), this.#live?.asset === topic.asset)
      }
      case 'trades': {
        const feed = this.#assets.get(topic.asset)
        return feed?.tradesView(this.#isStale(feed))
      }
      default:
        return undefined
    }
  }

  onChange(listener: (change: TopicChange) => void): Cancel {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  watched(topic: Topic): void {
    if (topic.kind === 'book' || topic.kind === 'ticker' || topic.kind === 'trades') this.#hold(topic.asset)
  }

  unwatched(topic: Topic): void {
    if (topic.kind === 'book' || topic.kind === 'ticker' || topic.kind === 'trades') this.#release(topic.asset)
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
    const { clock } = this.#options
    this.#dataCame(feed)
    const isLive = this.#live?.asset === patch.asset
    const statusBefore = feed.context.status
    feed.context.apply(patch, clock.now())
    if (isLive && patch.mark !== undefined) {
      this.#twap.add(patch.mark, this.#bucket.serverNow)
      if (this.#bucketTold?.phase === 'final_window') this.#tell(BUCKET)
    }
    const moved = patch.delisted === isLive || (isLive && feed.context.status !== statusBefore && statusBefore !== null)
    if (moved || (patch.time !== undefined && patch.time - this.#bucket.serverNow > FUTURE)) this.#bucket.hint()
    this.#tell(feed.changes.ticker)
  }

  /** A connection opened: what is held is old until data comes; the gap is filled by reads. */
  opened(): void {
    this.badData.restart()
    const now = this.#options.clock.monotonic()
    for (const feed of this.#assets.values()) {
      const young = feed.dataAt !== null && now - feed.dataAt < STALE_AFTER
      feed.tradesFlow = false
      if (young) continue
      feed.restart()
      if (feed.watchers > 0) this.#snapshot(feed, true)
    }
    this.#bucket.restart()
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
      this.#tell(feed.changes.book)
      this.#tell(feed.changes.ticker)
      this.#tell(feed.changes.trades)
    }
    this.#notePhase()
  }

  // Assets

  #feedOf(asset: string): AssetFeed {
    let feed = this.#assets.get(asset)
    if (feed === undefined) {
      feed = new AssetFeed(asset)
      const market = this.market(asset)
      if (market !== null) feed.setMarket(market)
      feed.setOwn(this.#own.get(asset) ?? [])
      this.#assets.set(asset, feed)
    }
    return feed
  }

  #hold(asset: string): void {
    if (!this.#assets.has(asset) && this.#assets.size >= MOST_ASSETS) return
    const feed = this.#feedOf(asset)
    feed.watchers += 1
    feed.lingering?.()
    feed.lingering = null
    if (feed.subscribed.length > 0) return
    feed.subscribed = CHANNELS.map((channel) => this.#options.subscriptions.want(channel, asset))
    this.#snapshot(feed, true)
  }

  #release(asset: string): void {
    const feed = this.#assets.get(asset)
    if (feed === undefined || feed.watchers === 0) return
    feed.watchers -= 1
    if (feed.watchers > 0) return
    feed.lingering?.()
    feed.lingering = this.#options.clock.after(LINGER, () => {
      feed.lingering = null
      for (const cancel of feed.subscribed.splice(0)) cancel()
      this.#assets.delete(asset)
    })
  }

  /** First load and reconnect: what the service tells at once, until the feed does. */
  #snapshot(feed: AssetFeed, again: boolean): void {
    const { service, clock, log } = this.#options
    const { asset } = feed
    const failed = (error: unknown): void => {
      log.info({ err: error, asset }, 'snapshot could not be read')
      if (!again) return
      clock.after(RETRY_READ, () => {
        const missing = !feed.context.current || !feed.order.current
        if (missing && this.#running && this.#assets.get(asset) === feed) this.#snapshot(feed, false)
      })
    }
    const read = <T>(promise: Promise<T>, take: (value: T) => void): void => {
      promise.then((value) => {
        if (this.#assets.get(asset) === feed) take(value)
      }, failed)
    }
    read(service.ticker(asset), (ticker) => {
      feed.context.applySnapshot(ticker, clock.now())
      this.#dataCame(feed)
      this.#tell(feed.changes.ticker)
    })
    read(service.book(asset), (book) => this.#onSnapshotBook(feed, book))
  }

  #onSnapshotBook(feed: AssetFeed, book: Book): void {
    const before = feed.order.version
    feed.order.takeSnapshot(book, this.#options.clock.monotonic())
    if (feed.order.version === before) return
    this.#dataCame(feed)
    feed.bookTaken(this.#options.clock.now())
    this.#tell(feed.changes.book)
  }

  #onBook(feed: AssetFeed, verdict: BookVerdict, bytes: number): void {
    if (verdict === 'old') return
    if (verdict === 'bad') {
      this.badData.note(`book: ${feed.order.fault}`, bytes)
      if (!feed.staleTold.book) this.tick()
      return
    }
    this.#dataCame(feed)
    feed.bookTaken(this.#options.clock.now())
    this.#tell(feed.changes.book)
    if (feed.bestMoved()) this.#tell(feed.changes.ticker)
  }

  #dataCame(feed: AssetFeed): void {
    feed.dataAt = this.#options.clock.monotonic()
    feed.current = true
    if (feed.tradesAt === null) {
      feed.tradesAt = this.#options.clock.now()
      this.#tell(feed.changes.trades)
    }
  }

  // Staleness

  /** For the live asset by the age of its last data; the partner is quiet by nature. */
  #isStale(feed: AssetFeed): boolean {
    if (this.#options.connectionStale() || !feed.current) return true
    if (this.#live?.asset !== feed.asset) return false
    return feed.dataAt === null || this.#options.clock.monotonic() - feed.dataAt > STALE_AFTER
  }

  #isBookStale(feed: AssetFeed): boolean {
    return feed.order.fault !== null || !feed.order.current || this.#isStale(feed)
  }

  #isTickerStale(feed: AssetFeed): boolean {
    return !feed.context.current || this.#isStale(feed)
  }

  // Bucket

  #onBucket(state: BucketState): void {
    const { current, next } = state
    const before = this.#live
    const changed = current?.asset !== before?.asset || current?.end !== before?.end
    this.#live = current
    if (changed) {
      const ended = this.#lastLive
      if (ended !== null && ended.end !== current?.end && this.#bucket.serverNow >= ended.end) {
        this.#settlements.finished(ended)
      }
      if (current !== null) {
        if (current.asset !== this.#lastLive?.asset || current.end !== this.#lastLive?.end) this.#twap.clear()
        this.#lastLive = current
      }
    }
    if (current !== null) this.#settlements.lookBack(current, this.#partnerOf(current, next))
    this.#holdAround(current, next)
    this.#notePhase()
    this.#tell(BUCKET)
    if (changed) {
      for (const feed of this.#assets.values()) this.#tell(feed.changes.ticker)
      this.#options.onBucketChange?.(current)
    }
  }

  /** While there is no live asset, the last and the next are both held, so that the next is there when it opens. */
  #holdAround(current: Bucket | null, next: Bucket | null): void {
    const wanted = new Set<string>()
    if (current !== null) wanted.add(current.asset)
    else {
      if (this.#lastLive !== null) wanted.add(this.#lastLive.asset)
      if (next !== null) wanted.add(next.asset)
    }
    const held = this.#held
    this.#held = [...wanted]
    for (const asset of this.#held) if (!held.includes(asset)) this.#hold(asset)
    for (const asset of held) if (!wanted.has(asset)) this.#release(asset)
  }

  #partnerOf(current: Bucket, next: Bucket | null): string | null {
    if (next !== null && next.asset !== current.asset) return next.asset
    const others = this.#markets.filter(({ asset }) => asset !== current.asset)
    return others.length === 1 ? (others[0]?.asset ?? null) : null
  }

  #phase(): BucketPhase {
    return phaseOf(this.#live, this.#bucket.state?.next ?? null, this.#bucket.serverNow)
  }

  #notePhase(): void {
    if (this.#bucket.state === null) return
    const phase = this.#phase()
    const stale = this.#isBucketStale()
    const told = this.#bucketTold
    if (told?.phase === phase && told.stale === stale) return
    this.#bucketTold = { phase, stale }
    if (phase === 'final_window' && told?.phase === 'trading' && this.#live !== null) {
      this.#finalSince = { end: this.#live.end, from: this.#bucket.serverNow }
    }
    this.#tell(BUCKET)
    if (phase !== told?.phase && phase !== 'trading') this.#bucket.hint()
  }

  #isBucketStale(): boolean {
    return this.#options.connectionStale() || this.#bucket.overdue
  }

  #bucketView(): BucketView | undefined {
    const { state } = this.#bucket
    if (state === null) return undefined
    const phase = this.#phase()
    return {
      current: state.current,
      next: state.next,
      phase,
      clockOffset: this.#bucket.offset ?? 0,
      twapWindow: TWAP_WINDOW,
      twapEstimate: phase === 'final_window' && state.current !== null ? this.#estimate(state.current) : null,
      receivedAt: state.receivedAt,
      stale: this.#isBucketStale(),
    }
  }

  #estimate({ start, end }: Bucket): BucketView['twapEstimate'] {
    // A short bucket has a shorter window, known only from when the service called it open.
    const isShort = end - start < SHORTEST_BUCKET && this.#finalSince?.end === end
    const from = isShort ? (this.#finalSince?.from ?? end) : end - TWAP_WINDOW
    const estimate = this.#twap.estimate(from, Math.min(end, this.#bucket.serverNow))
    return estimate === null ? null : { ...estimate, temperature: fahrenheitOfMark(estimate.mark) }
  }

  #readMarkets(): void {
    const { service, clock, log } = this.#options
    service.markets().then(
      (markets) => {
        this.#markets = markets
        for (const market of markets) this.#assets.get(market.asset)?.setMarket(market)
        for (const feed of this.#assets.values()) {
          this.#tell(feed.changes.book)
          this.#tell(feed.changes.ticker)
          this.#tell(feed.changes.trades)
        }
      },
      (error: unknown) => {
        log.info({ err: error }, 'markets could not be read')
        if (this.#running) this.#marketsTimer = clock.after(RETRY_READ, () => this.#readMarkets())
      },
    )
  }

  #tell(change: TopicChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}
