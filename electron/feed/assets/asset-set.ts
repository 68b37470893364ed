/** The wanted assets: counted by holder, subscribed while held and a while longer, and filled by reads. */

import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import type { Book, Ticker } from '../../../contract/market.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Cancel, Clock } from '../../../contract/time.ts'
import type { Topic } from '../../../contract/topics.ts'
import type { Log } from '../../log/index.ts'
import { isAbsent, ReadLog, type TradingService } from '../../service/index.ts'
import type { Channel, Subscriptions } from '../connection/index.ts'
import type { AssetTerms } from './asset-facts.ts'
import { AssetFeed, type DataKind } from './asset-feed.ts'
import type { OwnOrder } from './order-book.ts'

export type AssetTopic = Extract<Topic, { readonly kind: DataKind }>

/** The windows' holds of assets: one for each topic that they watch. */
export class AssetHolds {
  readonly #hold: (asset: string, kind: DataKind) => Cancel
  readonly #held = new Map<string, Cancel[]>()

  constructor(hold: (asset: string, kind: DataKind) => Cancel) {
    this.#hold = hold
  }

  watched({ kind, asset }: AssetTopic): void {
    const key = `${kind}/${asset}`
    this.#held.set(key, [...(this.#held.get(key) ?? []), this.#hold(asset, kind)])
  }

  unwatched({ kind, asset }: AssetTopic): void {
    const key = `${kind}/${asset}`
    const [release, ...rest] = this.#held.get(key) ?? []
    if (rest.length > 0) this.#held.set(key, rest)
    else this.#held.delete(key)
    release?.()
  }
}

export interface AssetSetOptions {
  readonly service: Pick<TradingService, 'ticker' | 'book'>
  readonly clock: Clock
  readonly log: Log
  readonly subscriptions: Pick<Subscriptions, 'want'>
  /** The server's time, ms; null until measured. */
  readonly serverNow: () => number | null
  /** Metadata of an asset; null without any. */
  readonly terms: (asset: string) => AssetTerms | null
  /** Whether the service can be asked for the asset now; false for a coin that it does not know. */
  readonly isOffered: (asset: string) => boolean
  /** Answers of a snapshot for an asset that is still wanted. */
  readonly onTicker: (feed: AssetFeed, ticker: Omit<Ticker, 'receivedAt' | 'stale'>) => void
  readonly onBook: (feed: AssetFeed, book: Book) => void
}

const CHANNELS: readonly Channel[] = ['book', 'trades', 'activeAssetCtx']
/** There are many coins, and lists of them show only prices. */
const COIN_CHANNELS: Readonly<Record<DataKind, readonly Channel[]>> = {
  book: ['outcomeBook', 'outcomePrices'],
  trades: ['outcomeTrades', 'outcomePrices'],
  ticker: ['outcomePrices'],
}
const isOfTrades = (channel: Channel): boolean => channel === 'trades' || channel === 'outcomeTrades'
/** Data without holders stays subscribed for this long. */
const RELEASE_AFTER = 30_000
const RETRY_READ = 2000
/** Maximum number of assets at once; names come from windows. */
const MAX_ASSETS = 512

export class AssetSet {
  readonly #options: AssetSetOptions
  readonly #readLog: ReadLog
  readonly #feeds = new Map<string, AssetFeed>()
  readonly #own = new Map<string, readonly OwnOrder[]>()
  /** Assets that main itself needs, by purpose. */
  readonly #needed = new Map<string, ReadonlyMap<string, Cancel>>()
  /** Assets that the REST reads do not serve: they may be for scalar assets only. */
  readonly #unread = new Set<string>()

  constructor(options: AssetSetOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'a snapshot')
  }

  get(asset: string): AssetFeed | undefined {
    return this.#feeds.get(asset)
  }

  values(): IterableIterator<AssetFeed> {
    return this.#feeds.values()
  }

  /** Assets with marked own orders. */
  get ownAssets(): readonly string[] {
    return [...this.#own.keys()]
  }

  /** Remembered for assets that are not wanted yet. */
  setOwn(asset: string, orders: readonly OwnOrder[]): void {
    if (orders.length === 0) this.#own.delete(asset)
    else this.#own.set(asset, orders)
    this.#feeds.get(asset)?.setOwn(orders)
  }

  /** Wants exactly these assets for one purpose of main itself. */
  need(purpose: string, assets: ReadonlySet<string>, kind: DataKind = 'ticker'): void {
    const before = this.#needed.get(purpose) ?? new Map<string, Cancel>()
    // Remaining assets are held before the others are released.
    this.#needed.set(
      purpose,
      new Map([...assets].map((asset) => [asset, before.get(asset) ?? this.hold(asset, kind)] as const)),
    )
    for (const [asset, release] of before) if (!assets.has(asset)) release()
  }

  /**
   * Subscribes to one kind of data of an asset until the returned function is called.
   * @param keepsMs how long it stays subscribed after that
   */
  hold(asset: string, kind: DataKind, keepsMs = RELEASE_AFTER): Cancel {
    let feed = this.#feeds.get(asset)
    if (feed === undefined) {
      if (this.#feeds.size >= MAX_ASSETS) return () => {}
      feed = new AssetFeed(asset)
      feed.setTerms(this.#options.terms(asset))
      feed.setOwn(this.#own.get(asset) ?? [])
      this.#feeds.set(asset, feed)
    }
    feed.wanted[kind] += 1
    const wasSubscribed = feed.subscribed.size > 0
    this.#subscribe(feed)
    if (!wasSubscribed && feed.subscribed.size > 0) this.snapshot(feed)
    const held = feed
    let released = false
    return () => {
      if (released) return
      released = true
      held.wanted[kind] -= 1
      this.#releaseLater(held, keepsMs)
    }
  }

  /** The feed stops: data without holders is released at once. */
  stop(): void {
    for (const feed of [...this.#feeds.values()]) if (feed.cancelRelease !== null) this.#release(feed)
  }

  /** Metadata changed: assets may have become known, or unknown. */
  reconsider(): void {
    for (const feed of this.#feeds.values()) this.#subscribe(feed)
  }

  /** Initial load and reconnect: reads the current state, until the feed delivers it. A failed read is repeated once. */
  snapshot(feed: AssetFeed, again = true): void {
    const { service, clock, onTicker, onBook } = this.#options
    const { asset } = feed
    if (!this.isReadable(asset)) return
    const stillWanted = (): boolean => this.#feeds.get(asset) === feed
    let failed = false
    const onError = (error: unknown): void => {
      if (this.isNotServed(asset, error)) return
      this.#readLog.failed(error, { asset })
      if (!again || failed) return
      failed = true
      clock.after(RETRY_READ, () => {
        const missing = !feed.context.current || !feed.order.current
        if (missing && stillWanted()) this.snapshot(feed, false)
      })
    }
    const take = <T>(answer: Promise<T>, use: (feed: AssetFeed, value: T) => void): void => {
      answer.then((value) => {
        this.#readLog.worked()
        if (stillWanted()) use(feed, value)
      }, onError)
    }
    take(service.ticker(asset), onTicker)
    take(service.book(asset), onBook)
  }

  /** Whether the REST reads may serve the asset. Coins have none: the feed begins with their complete state. */
  isReadable(asset: string): boolean {
    return !isCoin(asset) && (!this.#unread.has(asset) || this.#hasReads(asset))
  }

  /** Whether an error of such a read means that the asset is not served; remembered from then on. */
  isNotServed(asset: string, error: unknown): boolean {
    if (!isAbsent(error) || this.#hasReads(asset)) return false
    this.#unread.add(asset)
    return true
  }

  #hasReads(asset: string): boolean {
    const terms = this.#options.terms(asset)
    return terms != null && FAMILY_RULES[terms.family].hasReads
  }

  #channelsOf({ asset, wanted }: AssetFeed): ReadonlySet<Channel> {
    const kinds = (Object.keys(wanted) as DataKind[]).filter((kind) => wanted[kind] > 0)
    return new Set(kinds.flatMap((kind) => (isCoin(asset) ? COIN_CHANNELS[kind] : CHANNELS)))
  }

  /** Subscribes to what is wanted; unsubscribes nothing that the service knows. */
  #subscribe(feed: AssetFeed): void {
    const { isOffered, subscriptions, serverNow } = this.#options
    if (!isOffered(feed.asset)) {
      for (const end of feed.subscribed.values()) end('quietly')
      feed.subscribed.clear()
      return
    }
    for (const channel of this.#channelsOf(feed)) {
      if (feed.subscribed.has(channel)) continue
      feed.subscribed.set(channel, subscriptions.want(channel, feed.asset))
      if (isOfTrades(channel)) feed.newTradesFrom = serverNow() ?? Number.POSITIVE_INFINITY
    }
  }

  /** A holder may come back: a window that switches to and fro must not subscribe each time. */
  #releaseLater(feed: AssetFeed, keepsMs: number): void {
    const { clock } = this.#options
    const now = clock.monotonic()
    feed.keptUntil = Math.max(feed.keptUntil, now + keepsMs)
    feed.cancelRelease?.()
    feed.cancelRelease = clock.after(feed.keptUntil - now, () => this.#release(feed))
  }

  #release(feed: AssetFeed): void {
    feed.cancelRelease?.()
    feed.cancelRelease = null
    const channels = this.#channelsOf(feed)
    for (const [channel, end] of feed.subscribed) {
      if (channels.has(channel)) continue
      end()
      feed.subscribed.delete(channel)
      if (channel === 'outcomeBook') feed.forget('book')
      if (channel === 'outcomeTrades') feed.forget('trades')
    }
    if (feed.watchers === 0) this.#feeds.delete(feed.asset)
  }
}
