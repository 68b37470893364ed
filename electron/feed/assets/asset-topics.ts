/** Stored state of an asset beside its book: its mark and context, and the latest public trades. */
import { compare, type Money, type Price, padTo, placesOf, type Size } from '../../../contract/decimal.ts'
import type { MarketStatus, PublicTrade, Ticker } from '../../../contract/market.ts'
import { type Millis, millis } from '../../../contract/time.ts'
import type { ContextPatch } from '../decode/index.ts'
import type { ReadVerdict } from './order-book.ts'

type RestTicker = Omit<Ticker, 'receivedAt' | 'stale'>

const receiptAt = (serverNow: number | null): Millis | null => (serverNow === null ? null : millis(serverNow))

/** Known facts of an asset; null for fields that no message has reported. */
export class AssetContext {
  mark: Price | null = null
  oracle: Price | null = null
  mid: Price | null = null
  bid: Price | null = null
  ask: Price | null = null
  last: Price | null = null
  openInterest: Size | null = null
  volume24h: Money | null = null
  prevDay: Price | null = null
  status: MarketStatus | null = null
  delisted = false
  /** Time stamp of the latest message, by the service's clock; without one, the time of receipt. Null while unknown. */
  time: Millis | null = null
  /** Wall-clock time of the newest message, null before the first. */
  receivedAt: Millis | null = null
  /** Whether anything came since the last (re)connect. */
  current = false

  restart(): void {
    this.current = false
  }

  /** A message of the feed; `serverNow` is null until the service's clock was measured. */
  apply(patch: ContextPatch, now: Millis, serverNow: number | null): void {
    if (patch.mark !== undefined) this.mark = patch.mark
    this.oracle = patch.oracle ?? this.oracle
    if (patch.mid !== undefined) this.mid = patch.mid
    this.openInterest = patch.openInterest ?? this.openInterest
    this.volume24h = patch.volume24h ?? this.volume24h
    this.prevDay = patch.prevDay ?? this.prevDay
    this.status = patch.status ?? (patch.delisted === undefined ? this.status : null)
    this.delisted = patch.delisted ?? this.delisted
    this.time = patch.time ?? receiptAt(serverNow)
    this.receivedAt = now
    this.current = true
  }

  /** A REST read, accepted unless the feed has reported something newer meanwhile. */
  applySnapshot(ticker: RestTicker, now: Millis, serverNow: number | null): void {
    this.last ??= ticker.last
    if (this.current) return
    this.mark = ticker.mark
    this.oracle = ticker.oracle
    this.mid = ticker.mid
    this.bid = ticker.bid
    this.ask = ticker.ask
    this.openInterest = ticker.openInterest
    this.volume24h = ticker.volume24h
    this.prevDay = ticker.prevDay
    this.status = ticker.status
    this.time = ticker.time ?? receiptAt(serverNow)
    this.receivedAt = now
    this.current = true
  }

  /** Compares a REST read with the stored state, by the mark. */
  compare({ mark, time }: RestTicker): ReadVerdict {
    if (mark === this.mark || (mark !== null && this.mark !== null && compare(mark, this.mark) === 0)) return 'same'
    if (time === null || this.time === null) return 'other'
    return time > this.time ? 'newer' : 'older'
  }
}

/** Number of stored trades. */
const TAPE_LENGTH = 100
/** Number of remembered ids, to recognize repeated trades. */
const REMEMBERED = 2000

/** The latest public trades of one asset, each once. */
export class Tape {
  #trades: PublicTrade[] = []
  readonly #seen = new Set<string>()
  #received = false

  /** Newest first; a new array whenever it changed. */
  get trades(): readonly PublicTrade[] {
    return this.#trades
  }

  /** Whether any message came, even one without trades. */
  get received(): boolean {
    return this.#received
  }

  /** Adds trades in any order; those with known ids are dropped. Returns the new ones, oldest first. */
  add(trades: readonly PublicTrade[]): readonly PublicTrade[] {
    this.#received = true
    const fresh: PublicTrade[] = []
    for (const trade of trades) {
      if (this.#seen.has(trade.tid)) continue
      this.#seen.add(trade.tid)
      fresh.push(trade)
    }
    if (fresh.length === 0) return fresh
    fresh.sort((a, b) => a.time - b.time)
    const newestFirst = [...fresh].reverse()
    const held = this.#trades[0]
    const first = fresh[0]
    const merged = [...newestFirst, ...this.#trades]
    // A stable sort: trades of the same millisecond stay in the order in which they came.
    if (held !== undefined && first !== undefined && first.time < held.time) merged.sort((a, b) => b.time - a.time)
    this.#trades = merged.slice(0, TAPE_LENGTH)
    if (this.#seen.size > REMEMBERED) this.#forget()
    return fresh
  }

  #forget(): void {
    let excess = this.#seen.size - REMEMBERED / 2
    for (const tid of this.#seen) {
      if (excess <= 0) break
      this.#seen.delete(tid)
      excess -= 1
    }
  }
}

/** The trade at the market's display precision. */
export const atPrecision = (trade: PublicTrade, pxPlaces: number, szPlaces: number): PublicTrade =>
  placesOf(trade.px) >= pxPlaces && placesOf(trade.sz) >= szPlaces
    ? trade
    : {
        ...trade,
        px: padTo(trade.px, pxPlaces),
        sz: padTo(trade.sz, szPlaces),
        time: millis(trade.time),
      }
