/** The feed's data of every wanted asset, and the topics `ticker`, `trades` and `book` made of it. */
import type { MarketStatus, PublicTrade, Touch } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Quote } from '../../../contract/quote.ts'
import { type Cancel, millis } from '../../../contract/time.ts'
import type { PayloadOf } from '../../../contract/topics.ts'
import type { TopicChange } from '../../topics/index.ts'
import type { BadData, BookDecoder, ContextPatch, Dictionary } from '../decode/index.ts'
import type { AssetFacts } from './asset-facts.ts'
import type { AssetFeed, DataKind } from './asset-feed.ts'
import { AssetSet, type AssetSetOptions, type AssetTopic } from './asset-set.ts'
import { Freshness } from './freshness.ts'
import { type BookVerdict, ownByAsset, type RestingOrder } from './order-book.ts'
import { SilenceCheck } from './silence-check.ts'

export interface AssetDataOptions
  extends Pick<AssetSetOptions, 'service' | 'clock' | 'log' | 'subscriptions' | 'serverNow'> {
  readonly badData: BadData
  /** Whether nothing from the socket may be taken as current. */
  readonly connectionStale: () => boolean
  readonly facts: AssetFacts
  /** A public trade as it happens, not those that start a new subscription: one of the trader's own resting orders may have filled. */
  readonly onTrade?: (trade: PublicTrade) => void
  /** A context arrived; whether it changed the asset's status. */
  readonly onContext: (patch: ContextPatch, statusMoved: boolean) => void
  readonly onChange: (change: TopicChange) => void
  /** The service is ahead of the feed: a new connection may help. */
  readonly onFrozen: (asset: string) => void
}

export class AssetData {
  readonly #options: AssetDataOptions
  readonly #assets: AssetSet
  readonly #freshness: Freshness
  readonly #silence: SilenceCheck
  #resting: readonly RestingOrder[] = []

  constructor(options: AssetDataOptions) {
    this.#options = options
    const { clock, facts, onChange } = options
    const isReadable = (asset: string): boolean => this.#assets.isReadable(asset)
    this.#freshness = new Freshness({
      ...options,
      isOffered: (asset) => facts.isOffered(asset),
      isReadable,
      live: () => this.#live(),
    })
    this.#silence = new SilenceCheck({
      ...options,
      isReadable,
      isNotServed: (asset, error) => this.#assets.isNotServed(asset, error),
      onSame: (feed, topic, agoMs) => {
        feed.confirmed(topic, millis(clock.now() - Math.round(agoMs)))
        this.#allChanged(feed)
      },
      onFrozen: ({ asset }) => {
        this.tick()
        options.onFrozen(asset)
      },
    })
    this.#assets = new AssetSet({
      ...options,
      terms: (asset) => facts.terms(asset),
      isOffered: (asset) => facts.isOffered(asset),
      onTicker: (feed, ticker) => {
        if (!feed.context.current) feed.ages.context.read(clock.monotonic())
        feed.context.applySnapshot(ticker, clock.now(), options.serverNow())
        this.#dataCame(feed)
        onChange(feed.changes.ticker)
      },
      onBook: (feed, book) => {
        const isFirst = !feed.order.current
        if (feed.order.takeSnapshot(book, clock.monotonic()) !== 'taken') return
        if (isFirst) feed.ages.book.read(clock.monotonic())
        this.#bookTaken(feed)
      },
    })
  }

  /** Why received data was rejected; null while all is well. */
  get fault(): string | null {
    for (const { asset, order, watchers } of this.#assets.values()) {
      if (watchers > 0 && order.fault !== null) return `The ${asset} book is rejected: ${order.fault}.`
    }
    return null
  }

  pxPlaces(asset: string): number {
    return this.#assets.get(asset)?.pxPlaces ?? 0
  }

  /** Wants exactly these assets for one purpose of main itself. */
  need(purpose: string, assets: ReadonlySet<string>, kind?: DataKind): void {
    this.#assets.need(purpose, assets, kind)
  }

  /** Subscribes to one kind of data of an asset until the returned function is called; see `AssetSet.hold`. */
  hold(asset: string, kind: DataKind, keepsMs?: number): Cancel {
    return this.#assets.hold(asset, kind, keepsMs)
  }

  /** Replaces the trader's own resting orders, for every asset; fills of those in coins are received at once. */
  setOwn(orders: readonly RestingOrder[]): void {
    this.#resting = orders
    this.#markOwn()
    this.#assets.need('own orders', new Set(orders.map(({ asset }) => asset).filter(isCoin)), 'trades')
  }

  #markOwn(): void {
    const { facts, onChange } = this.#options
    const own = ownByAsset(this.#resting, (asset) => facts.otherSide(asset))
    const gone = this.#assets.ownAssets.filter((asset) => !own.has(asset))
    for (const [asset, orders] of [...gone.map((asset) => [asset, []] as const), ...own]) {
      this.#assets.setOwn(asset, orders)
      const feed = this.#assets.get(asset)
      if (feed !== undefined) onChange(feed.changes.book)
    }
  }

  /** Metadata changed. */
  termsChanged(): void {
    // The two coins of one market may become known only now.
    this.#markOwn()
    for (const feed of this.#assets.values())
      if (feed.setTerms(this.#options.facts.terms(feed.asset))) this.#allChanged(feed)
    this.#assets.reconsider()
  }

  /** Another asset is live: the meaning of each asset's state changes. */
  liveChanged(): void {
    for (const feed of this.#assets.values()) this.#options.onChange(feed.changes.ticker)
  }

  view<T extends AssetTopic>(topic: T): PayloadOf<T> | undefined
  view(topic: AssetTopic): PayloadOf<AssetTopic> | undefined {
    const feed = this.#assets.get(topic.asset)
    if (feed === undefined) return undefined
    if (topic.kind === 'book') return feed.bookView(topic.step, topic.levels, this.#freshness.isBookStale(feed))
    if (topic.kind === 'trades') return feed.tradesView(this.#freshness.isTradesStale(feed))
    return feed.tickerView(this.#freshness.isTickerStale(feed), this.#options.facts.live().includes(topic.asset))
  }

  /** Whether the visible prices of an asset are out of date: its ticker, or its book where that is watched; unread data counts as out of date. */
  isOutOfDate(asset: string): boolean {
    const feed = this.#assets.get(asset)
    if (feed === undefined) return true
    const isBookOld = feed.wanted.book > 0 && this.#freshness.isBookStale(feed)
    return isBookOld || this.view({ kind: 'ticker', asset })?.stale === true
  }

  /** The status that an asset's ticker shows; null without one. */
  status(asset: string): MarketStatus | null {
    return this.#assets.get(asset)?.status(this.#options.facts.live().includes(asset)) ?? null
  }

  /** The best prices of an asset's book; null without one. */
  touch(asset: string): Touch | null {
    const feed = this.#assets.get(asset)
    const ticker = feed === undefined ? undefined : this.view({ kind: 'ticker', asset })
    if (feed === undefined || ticker === undefined || feed.order.book === null) return null
    return { bid: ticker.bid, ask: ticker.ask, stale: this.#freshness.isBookStale(feed) }
  }

  /** A list row's quote of an asset; null before any data. */
  quote(asset: string): Quote | null {
    const feed = this.#assets.get(asset)
    const ticker = feed === undefined ? undefined : this.view({ kind: 'ticker', asset })
    if (feed === undefined || ticker === undefined) return null
    const { temperature: _t, oracle: _o, status: _s, ...quote } = ticker
    return { ...quote, depth: feed.touchDepth() }
  }

  // Data of the feed

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
    const { clock, onTrade, onChange } = this.#options
    this.#dataCame(feed)
    feed.tradesAt = clock.now()
    const fresh = feed.tape.add(trades)
    if (onTrade !== undefined) {
      for (const trade of fresh) if (feed.tradesFlow || trade.time >= feed.newTradesFrom) onTrade(trade)
    }
    feed.tradesFlow = true
    onChange(feed.changes.trades)
    if (fresh.length > 0) onChange(feed.changes.ticker)
  }

  context(patch: ContextPatch): void {
    const feed = this.#assets.get(patch.asset)
    if (feed === undefined) return
    this.#dataCame(feed)
    feed.ages.context.heard(this.#options.clock.monotonic())
    const before = feed.context.status
    feed.context.apply(patch, this.#options.clock.now(), this.#options.serverNow())
    this.#options.onContext(patch, before !== null && before !== feed.context.status)
    this.#options.onChange(feed.changes.ticker)
  }

  /** A connection opened: stored data is stale until new data arrives; reads fill the gap. */
  opened(): void {
    for (const feed of this.#assets.values()) {
      feed.tradesFlow = false
      feed.newTradesFrom = this.#options.serverNow() ?? Number.POSITIVE_INFINITY
      if (this.#freshness.isYoung(feed)) continue
      feed.restart()
      if (feed.watchers > 0) this.#assets.snapshot(feed)
    }
  }

  /** The connection closed: the next data starts from scratch. */
  closed(): void {
    this.#freshness.closed()
    this.#silence.stop()
    for (const feed of this.#assets.values()) feed.restart()
    this.tick()
  }

  stop(): void {
    this.#silence.stop()
    this.#assets.stop()
  }

  /** Checks for silence, and reports data that became stale without any message; called a few times a second. */
  tick(): void {
    if (!this.#options.connectionStale()) for (const feed of this.#live()) this.#silence.turn(feed)
    for (const feed of this.#assets.values()) {
      const book = this.#freshness.isBookStale(feed)
      const ticker = this.#freshness.isTickerStale(feed)
      const trades = this.#freshness.isTradesStale(feed)
      const reported = feed.stalePublished
      if (book === reported.book && ticker === reported.ticker && trades === reported.trades) continue
      feed.stalePublished = { book, ticker, trades }
      this.#allChanged(feed)
    }
  }

  /** The subscribed assets whose turn it is. */
  #live(): readonly AssetFeed[] {
    return this.#options.facts.live().flatMap((asset) => {
      const feed = this.#assets.get(asset)
      return feed === undefined || feed.subscribed.size === 0 ? [] : [feed]
    })
  }

  #onBook(feed: AssetFeed, verdict: BookVerdict, bytes: number): void {
    // A bad one also shows that the feed moves.
    if (verdict !== 'old') feed.ages.book.heard(this.#options.clock.monotonic())
    if (verdict === 'taken') this.#bookTaken(feed)
    if (verdict !== 'bad') return
    this.#options.badData.note(`book: ${feed.order.fault}`, bytes)
    if (!feed.stalePublished.book) this.tick()
  }

  #bookTaken(feed: AssetFeed): void {
    this.#dataCame(feed)
    feed.bookTaken(this.#options.clock.now())
    this.#options.onChange(feed.changes.book)
    if (feed.bestMoved()) this.#options.onChange(feed.changes.ticker)
  }

  #dataCame(feed: AssetFeed): void {
    this.#freshness.dataCame(feed)
    if (feed.tradesAt !== null) return
    feed.tradesAt = this.#options.clock.now()
    this.#options.onChange(feed.changes.trades)
  }

  #allChanged({ changes }: AssetFeed): void {
    this.#options.onChange(changes.book)
    this.#options.onChange(changes.ticker)
    this.#options.onChange(changes.trades)
  }
}
