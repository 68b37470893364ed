/** The order book of one asset: accepts complete books, keeps the latest good one, and records why a bad one was rejected. */
import type { Order } from '../../../contract/account.ts'
import { type Decimal, ONE, type Price, type Size, subtract } from '../../../contract/decimal.ts'
import type { Book, Side } from '../../../contract/market.ts'
import {
  type BookDecoder,
  type BookFault,
  type CompactBook,
  clearBook,
  type Dictionary,
  emptyBook,
  faultOf,
  isDictionary,
  parseMessage,
  readBook,
  rescale,
  takeBook,
} from '../decode/index.ts'

/** A resting order of the account. */
export type RestingOrder = Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'filled'>

/** A price of one book at which the trader has a resting order. */
export interface OwnOrder {
  readonly side: Side
  readonly price: Price
  /**
   * For an order in the other side's coin, its size: marked only where this book shows as much at the price. Null for an order in the book's own
   * coin.
   */
  readonly least: Size | null
}

/**
 * By asset. A bid for Yes at 0.400 is an offer of No at 0.600 where the service has one book for both, as services do
 * (docs/service/outcomes.md#life).
 * @param otherSide the coin of the other side of a two-sided market; null for every other asset.
 */
export function ownByAsset(
  orders: readonly RestingOrder[],
  otherSide: (asset: string) => string | null,
): ReadonlyMap<string, readonly OwnOrder[]> {
  const byAsset = new Map<string, OwnOrder[]>()
  const put = (asset: string, own: OwnOrder): void => {
    const present = byAsset.get(asset)
    if (present === undefined) byAsset.set(asset, [own])
    else present.push(own)
  }
  for (const { asset, side, price, size, filled } of orders) {
    put(asset, { side, price, least: null })
    const other = otherSide(asset)
    if (other === null) continue
    const least = subtract<Decimal>(size, filled) as Size
    put(other, { side: side === 'buy' ? 'sell' : 'buy', price: subtract<Price>(ONE as never, price), least })
  }
  return byAsset
}

/** `old`: stamped before the stored book; `bad`: rejected, see `fault`. */
export type BookVerdict = 'taken' | 'old' | 'bad'

/** Result of comparing a read with the stored book; `other` is a different one without a time. */
export type ReadVerdict = 'same' | 'newer' | 'other' | 'older'

/** After this long without an acceptable book, one with an earlier time is accepted: the service's clock was set back. */
const CLOCK_SET_BACK_AFTER = 1800

export class OrderBook {
  #book: CompactBook = emptyBook()
  #spare: CompactBook = emptyBook()
  #pxPlaces = 0
  #szPlaces = 0
  #known = false
  /** Whether the next book is accepted with any time: none of this connection is stored yet. */
  #awaitingFirst = true
  #takenAt = 0
  #fault: BookFault | null = null
  #version = 0

  /** The latest good book; null before the first. Valid until the next message. */
  get book(): CompactBook | null {
    return this.#known ? this.#book : null
  }

  /** Why the latest message was rejected; null while all is well. */
  get fault(): BookFault | null {
    return this.#fault
  }

  /** Counts accepted books. */
  get version(): number {
    return this.#version
  }

  /** Whether a book came since the last (re)connect. */
  get current(): boolean {
    return !this.#awaitingFirst
  }

  /** Decimals of the market's prices and sizes. */
  setPrecision(pxPlaces: number, szPlaces: number): void {
    this.#pxPlaces = pxPlaces
    this.#szPlaces = szPlaces
  }

  /** A new connection: the next book starts from scratch, even if its time is earlier. */
  restart(): void {
    this.#awaitingFirst = true
    this.#fault = null
  }

  /** The book has no holders: it is not shown when somebody wants it again. */
  forget(): void {
    this.#known = false
    this.restart()
  }

  /**
   * Takes the message that `decoder` has just found.
   * @param now monotonic ms.
   */
  takeMessage(decoder: BookDecoder, bytes: Uint8Array, now: number): BookVerdict {
    const spare = this.#spare
    clearBook(spare, this.#pxPlaces, this.#szPlaces)
    if (decoder.read(bytes, spare)) return this.#take(faultOf(spare), now, false)
    const data = parseData(bytes)
    return data === null ? this.#take('unreadable', now, false) : this.takeJson(data, now)
  }

  /** Takes a book that came as parsed JSON. */
  takeJson(data: Dictionary, now: number): BookVerdict {
    clearBook(this.#spare, this.#pxPlaces, this.#szPlaces)
    return this.#take(readBook(data, this.#spare) ?? faultOf(this.#spare), now, false)
  }

  /** Accepts a book from a REST read only when it is newer than the socket's. */
  takeSnapshot(book: Book, now: number): BookVerdict {
    clearBook(this.#spare, this.#pxPlaces, this.#szPlaces)
    return this.#take(takeBook(book, this.#spare) ?? faultOf(this.#spare), now, true)
  }

  /** Compares a REST read with the stored book, to the depth of the shorter one; null where it cannot be read. */
  compare(book: Book): ReadVerdict | null {
    const held = this.book
    const read = this.#spare
    clearBook(read, this.#pxPlaces, this.#szPlaces)
    if ((takeBook(book, read) ?? faultOf(read)) !== null) return null
    if (held === null) return 'newer'
    if (sameSide(held, read, 'bids') && sameSide(held, read, 'asks')) return 'same'
    return read.time > held.time ? 'newer' : 'older'
  }

  #take(fault: BookFault | null, now: number, strict: boolean): BookVerdict {
    if (fault !== null) {
      // A bad snapshot proves nothing about the feed.
      if (!strict || this.#awaitingFirst) this.#fault = fault
      return 'bad'
    }
    const spare = this.#spare
    if (!this.#awaitingFirst && spare.time < this.#book.time) {
      if (strict || now - this.#takenAt < CLOCK_SET_BACK_AFTER) return 'old'
    }
    this.#spare = this.#book
    this.#book = spare
    this.#known = true
    this.#awaitingFirst = false
    this.#takenAt = now
    this.#fault = null
    this.#version += 1
    return 'taken'
  }
}

function sameSide(a: CompactBook, b: CompactBook, side: 'bids' | 'asks'): boolean {
  const [held, read] = [a[side], b[side]]
  const depth = Math.min(held.count, read.count)
  if (depth === 0 && held.count !== read.count) return false
  const pxPlaces = Math.max(a.pxPlaces, b.pxPlaces)
  const szPlaces = Math.max(a.szPlaces, b.szPlaces)
  for (let i = 0; i < depth; i += 1) {
    if (rescale(held.px[i] as number, a.pxPlaces, pxPlaces) !== rescale(read.px[i] as number, b.pxPlaces, pxPlaces))
      return false
    if (rescale(held.sz[i] as number, a.szPlaces, szPlaces) !== rescale(read.sz[i] as number, b.szPlaces, szPlaces))
      return false
  }
  return true
}

function parseData(bytes: Uint8Array): Dictionary | null {
  const parsed = parseMessage(bytes)
  if ('fault' in parsed) return null
  const message = parsed.value
  return isDictionary(message) && isDictionary(message.data) ? message.data : null
}
