/** An order book in the form in which main holds it: flat arrays of whole units, best level first, made once and written over. */
import type { Book } from '../../../contract/market.ts'
import { rescale } from './units.ts'

/** One side; the first `count` entries of the arrays are its levels. */
export interface CompactSide {
  px: Float64Array
  sz: Float64Array
  count: number
}

/** A whole book. Prices are units of 10^−pxPlaces, sizes of 10^−szPlaces. */
export interface CompactBook {
  /** Time the service stamped it with, ms since the epoch. */
  time: number
  pxPlaces: number
  szPlaces: number
  readonly bids: CompactSide
  readonly asks: CompactSide
}

/** Why a book is kept out. */
export type BookFault =
  | 'unreadable'
  | 'too many levels'
  | 'number too long'
  | 'price not above zero'
  | 'negative size'
  | 'levels out of order'
  | 'best bid not below best ask'

const FIRST_CAPACITY = 64
/** No service sends more levels a side; a message that does is not a book. */
const MOST_LEVELS = 4096

const side = (): CompactSide => ({
  px: new Float64Array(FIRST_CAPACITY),
  sz: new Float64Array(FIRST_CAPACITY),
  count: 0,
})

export const emptyBook = (): CompactBook => ({ time: 0, pxPlaces: 0, szPlaces: 0, bids: side(), asks: side() })

/** Empties a book for writing; prices and sizes start at the market's own precision. */
export function clearBook(book: CompactBook, pxPlaces: number, szPlaces: number): void {
  book.time = 0
  book.pxPlaces = pxPlaces
  book.szPlaces = szPlaces
  book.bids.count = 0
  book.asks.count = 0
}

/** Makes room for one more level; false when there are too many. */
export function makeRoom(into: CompactSide): boolean {
  if (into.count < into.px.length) return true
  if (into.count >= MOST_LEVELS) return false
  const px = new Float64Array(into.px.length * 2)
  const sz = new Float64Array(into.px.length * 2)
  px.set(into.px)
  sz.set(into.sz)
  into.px = px
  into.sz = sz
  return true
}

/** Moves every price written so far to more places; false when one would not be exact. */
export function widenPrices(book: CompactBook, places: number): boolean {
  const ok =
    widen(book.bids.px, book.bids.count, book.pxPlaces, places) &&
    widen(book.asks.px, book.asks.count, book.pxPlaces, places)
  book.pxPlaces = places
  return ok
}

/** Moves every size written so far to more places; false when one would not be exact. */
export function widenSizes(book: CompactBook, places: number): boolean {
  const ok =
    widen(book.bids.sz, book.bids.count, book.szPlaces, places) &&
    widen(book.asks.sz, book.asks.count, book.szPlaces, places)
  book.szPlaces = places
  return ok
}

function widen(units: Float64Array, count: number, from: number, to: number): boolean {
  for (let i = 0; i < count; i += 1) {
    const scaled = rescale(units[i] as number, from, to)
    if (Number.isNaN(scaled)) return false
    units[i] = scaled
  }
  return true
}

/**
 * What every book must hold, however it came: positive prices, sizes above zero (levels of size zero are dropped on reading), best first
 * without repetition, not crossed, and totals that stay exact.
 */
export function faultOf(book: CompactBook): BookFault | null {
  const { bids, asks } = book
  const fault = sideFault(bids, true) ?? sideFault(asks, false)
  if (fault !== null) return fault
  if (bids.count > 0 && asks.count > 0 && (bids.px[0] as number) >= (asks.px[0] as number))
    return 'best bid not below best ask'
  return null
}

function sideFault({ px, sz, count }: CompactSide, falling: boolean): BookFault | null {
  let total = 0
  let last = falling ? Number.POSITIVE_INFINITY : 0
  for (let i = 0; i < count; i += 1) {
    const price = px[i] as number
    if (price <= 0) return 'price not above zero'
    if (falling ? price >= last : price <= last) return 'levels out of order'
    last = price
    const size = sz[i] as number
    if (size < 0) return 'negative size'
    total += size
  }
  return total <= Number.MAX_SAFE_INTEGER ? null : 'number too long'
}

/** The book as the rest of the terminal's types have it, for the rare reader that wants every level as text. */
export type BookSource = Pick<Book, 'time' | 'bids' | 'asks'>
