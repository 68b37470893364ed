/** The feed's state of one asset, and the payloads that windows get from it. */
import { fromUnits, type Price, padTo, type Size } from '../../../contract/decimal.ts'
import { FAMILY_RULES } from '../../../contract/family-rules.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { BookView, MarketStatus, PublicTrade, Ticker, TradesView } from '../../../contract/market.ts'
import { type Quote, TOUCH_LEVELS } from '../../../contract/quote.ts'
import type { Cancel, Millis } from '../../../contract/time.ts'
import type { TopicChange } from '../../topics/index.ts'
import type { Channel, EndWant } from '../connection/index.ts'
import type { CompactSide } from '../decode/index.ts'
import { type AssetTerms, sameTerms } from './asset-facts.ts'
import { AssetContext, atPrecision, Tape } from './asset-topics.ts'
import { bestPrice, bookRows, middle } from './book-view.ts'
import { OrderBook, type OwnOrder } from './order-book.ts'
import { TopicAge } from './topic-age.ts'

/** The kinds of data of an asset. */
export type DataKind = 'book' | 'trades' | 'ticker'

/** The topics that can be read over REST too; trades cannot. */
export type ReadTopic = 'context' | 'book'

/** Number of book views kept for windows that look at the same book in different ways. */
const MAX_VIEWS = 64

function sumOfBest({ sz, count }: CompactSide): bigint {
  let sum = 0n
  for (let i = 0; i < Math.min(count, TOUCH_LEVELS); i += 1) sum += BigInt(sz[i] as number)
  return sum
}

export class AssetFeed {
  readonly asset: string
  readonly order = new OrderBook()
  readonly context = new AssetContext()
  readonly tape = new Tape()
  readonly ages: Readonly<Record<ReadTopic, TopicAge>> = { context: new TopicAge(), book: new TopicAge() }
  /** Passed to listeners as they are, so that a message allocates no object. */
  readonly changes: {
    readonly book: TopicChange
    readonly ticker: TopicChange
    readonly trades: TopicChange
  }
  /** Whether trades already came on this connection: the first ones of a subscription are not reported as new. */
  tradesFlow = false
  /** A trade from this time on is new even in the first message; the service's time. */
  newTradesFrom = Number.POSITIVE_INFINITY
  /** Number of holders of each kind of data: windows, and the terminal itself. */
  readonly wanted: Record<DataKind, number> = { book: 0, trades: 0, ticker: 0 }
  readonly subscribed = new Map<Channel, EndWant>()
  cancelRelease: Cancel | null = null
  /** Monotonic time until which it is kept without holders. */
  keptUntil = 0
  /** Monotonic time of the latest data message of any channel; null before the first. */
  dataAt: number | null = null
  /** Whether any data came since the last (re)connect. */
  current = false
  bookAt: Millis | null = null
  tradesAt: Millis | null = null
  /** As last published. */
  stalePublished: { readonly book: boolean; readonly ticker: boolean; readonly trades: boolean } = {
    book: false,
    ticker: false,
    trades: false,
  }
  #terms: AssetTerms | null = null
  #own: readonly OwnOrder[] = []
  /** Counts all changes that a book view depends on. */
  #revision = 0
  readonly #views = new Map<string, { revision: number; view: BookView | undefined }>()
  #bidUnits = Number.NaN
  #askUnits = Number.NaN

  constructor(asset: string) {
    this.asset = asset
    this.changes = {
      book: { kind: 'book', asset },
      ticker: { kind: 'ticker', asset },
      trades: { kind: 'trades', asset },
    }
  }

  get watchers(): number {
    const { book, trades, ticker } = this.wanted
    return book + trades + ticker
  }

  get pxPlaces(): number {
    return this.#terms?.pxPlaces ?? 0
  }

  get szPlaces(): number {
    return this.#terms?.szPlaces ?? 0
  }

  /** Takes metadata; false without a change. */
  setTerms(terms: AssetTerms | null): boolean {
    if (sameTerms(terms, this.#terms)) return false
    this.#terms = terms
    this.order.setPrecision(this.pxPlaces, this.szPlaces)
    this.#revision += 1
    return true
  }

  /** The prices of the trader's own resting orders. */
  setOwn(own: readonly OwnOrder[]): void {
    this.#own = own
    this.#revision += 1
  }

  /** A book was accepted. */
  bookTaken(now: Millis): void {
    this.bookAt = now
    this.#revision += 1
  }

  /** A read at this time matched the stored data. */
  confirmed(topic: ReadTopic, at: Millis): void {
    if (topic === 'context') this.context.receivedAt = at
    else this.bookTaken(at)
  }

  /** The book, or the trades, are no longer received. */
  forget(kind: 'book' | 'trades'): void {
    if (kind === 'book') {
      this.order.forget()
      this.bookAt = null
      this.#revision += 1
      this.bestMoved()
    } else {
      this.tradesAt = null
      this.tradesFlow = false
    }
  }

  /** The connection is gone or new: stored data is shown as stale until new data arrives. */
  restart(): void {
    this.current = false
    this.tradesFlow = false
    this.order.restart()
    this.context.restart()
    this.ages.book.restart()
    this.ages.context.restart()
  }

  /** Whether the best prices differ from the last call: the ticker shows them too. */
  bestMoved(): boolean {
    const book = this.order.book
    const bid = book === null || book.bids.count === 0 ? Number.NaN : (book.bids.px[0] as number)
    const ask = book === null || book.asks.count === 0 ? Number.NaN : (book.asks.px[0] as number)
    const moved = !Object.is(bid, this.#bidUnits) || !Object.is(ask, this.#askUnits)
    this.#bidUnits = bid
    this.#askUnits = ask
    return moved
  }

  bookView(step: Price | null, levels: number, stale: boolean): BookView | undefined {
    const key = `${step ?? '-'}/${levels}/${stale}`
    const cached = this.#views.get(key)
    if (cached?.revision === this.#revision) return cached.view
    const view = this.#makeBookView(step, levels, stale)
    if (this.#views.size >= MAX_VIEWS) this.#views.clear()
    this.#views.set(key, { revision: this.#revision, view })
    return view
  }

  #makeBookView(step: Price | null, levels: number, stale: boolean): BookView | undefined {
    const { book } = this.order
    if (book === null || this.bookAt === null) return undefined
    const rows = bookRows(book, { step, levels, own: this.#own, edge: this.#terms?.edge ?? null })
    if (rows === null) return undefined
    return { asset: this.asset, ...rows, time: book.time as Millis, receivedAt: this.bookAt, stale }
  }

  tickerView(stale: boolean, isLive: boolean): Ticker | undefined {
    const { context, order, tape } = this
    if (context.receivedAt === null) return undefined
    const { book } = order
    const mark = this.#price(context.mark)
    const isMark = this.#terms != null && FAMILY_RULES[this.#terms.family].isMark
    return {
      asset: this.asset,
      mark,
      temperature: mark === null || !isMark ? null : fahrenheitOfMark(mark),
      oracle: this.#price(context.oracle),
      mid: this.#price(context.mid ?? (book === null ? null : middle(book).mid)),
      bid: book === null ? this.#price(context.bid) : bestPrice(book.bids, book.pxPlaces),
      ask: book === null ? this.#price(context.ask) : bestPrice(book.asks, book.pxPlaces),
      last: this.#price(tape.trades[0]?.px ?? context.last),
      volume24h: context.volume24h,
      openInterest: context.openInterest === null ? null : (padTo(context.openInterest, this.szPlaces) as Size),
      prevDay: this.#price(context.prevDay),
      status: this.#status(isLive),
      time: context.time,
      receivedAt: context.receivedAt,
      stale,
    }
  }

  /** Sizes of the best levels of each side; null without a book. */
  touchDepth(): Quote['depth'] {
    const { book } = this.order
    if (book === null) return null
    const places = Math.max(book.szPlaces, this.szPlaces)
    const sizes = (side: CompactSide): Size => padTo(fromUnits(sumOfBest(side), book.szPlaces), places) as Size
    return { bids: sizes(book.bids), asks: sizes(book.asks) }
  }

  /** The status that the ticker shows; null before any came. */
  status(isLive: boolean): MarketStatus | null {
    return this.context.receivedAt === null ? null : this.#status(isLive)
  }

  tradesView(stale: boolean): TradesView | undefined {
    if (this.tradesAt === null) return undefined
    const trades: readonly PublicTrade[] = this.tape.trades.map((trade) =>
      atPrecision(trade, this.pxPlaces, this.szPlaces),
    )
    return { asset: this.asset, trades, receivedAt: this.tradesAt, stale }
  }

  #price(value: Price | null): Price | null {
    return value === null ? null : (padTo(value, this.pxPlaces) as Price)
  }

  /** The upstream's delisted flag marks the partner that is not live: it waits, it is not gone. */
  #status(isLive: boolean): MarketStatus {
    const { status, delisted } = this.context
    if (delisted && (status === null || status === 'active')) return isLive ? 'settling' : 'waiting'
    return status ?? (delisted ? 'waiting' : (this.#terms?.status ?? 'unknown'))
  }
}
