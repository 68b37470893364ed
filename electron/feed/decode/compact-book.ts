/** An order book in main's form: flat arrays of integer units, best level first, allocated once and overwritten. */

import { placesOf } from '../../../contract/decimal.ts'
import type { Book } from '../../../contract/market.ts'
import { type Dictionary, decimalOf, isDictionary, MAX_PLACES, rescale, textUnits, timeOf } from './wire.ts'

/** One side; the first `count` entries of the arrays are its levels. */
export interface CompactSide {
  px: Float64Array
  sz: Float64Array
  count: number
}

/** A whole book. Prices are units of 10^−pxPlaces, sizes of 10^−szPlaces. */
export interface CompactBook {
  /** Time stamp of the service, ms since the epoch. */
  time: number
  pxPlaces: number
  szPlaces: number
  readonly bids: CompactSide
  readonly asks: CompactSide
}

/** Why a book is rejected. */
export type BookFault =
  | 'unreadable'
  | 'too many levels'
  | 'number too long'
  | 'price not above zero'
  | 'negative size'
  | 'levels out of order'
  | 'best bid not below best ask'

const FIRST_CAPACITY = 64
/** No service sends more levels per side; a message that does is not a book. */
const MAX_LEVELS = 4096

const side = (): CompactSide => ({
  px: new Float64Array(FIRST_CAPACITY),
  sz: new Float64Array(FIRST_CAPACITY),
  count: 0,
})

export const emptyBook = (): CompactBook => ({ time: 0, pxPlaces: 0, szPlaces: 0, bids: side(), asks: side() })

/** Empties a book before writing; prices and sizes start at the market's own precision. */
export function clearBook(book: CompactBook, pxPlaces: number, szPlaces: number): void {
  book.time = 0
  book.pxPlaces = pxPlaces
  book.szPlaces = szPlaces
  book.bids.count = 0
  book.asks.count = 0
}

/** Makes room for one more level; false when there are too many. */
export function grow(into: CompactSide): boolean {
  if (into.count < into.px.length) return true
  if (into.count >= MAX_LEVELS) return false
  const px = new Float64Array(into.px.length * 2)
  const sz = new Float64Array(into.px.length * 2)
  px.set(into.px)
  sz.set(into.sz)
  into.px = px
  into.sz = sz
  return true
}

/** Rescales every price written so far to more decimals; false when one would not be exact. */
export function widenPrices(book: CompactBook, places: number): boolean {
  const ok =
    widen(book.bids.px, book.bids.count, book.pxPlaces, places) &&
    widen(book.asks.px, book.asks.count, book.pxPlaces, places)
  book.pxPlaces = places
  return ok
}

/** Rescales every size written so far to more decimals; false when one would not be exact. */
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
 * Invariants of every book from any source: positive prices, sizes above zero (levels of size zero are dropped on reading), best first without
 * repetition, not crossed, and totals that stay exact.
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

/** The book in the terminal's common type, for the rare reader that needs every level as text. */
type BookSource = Pick<Book, 'time' | 'bids' | 'asks'>

// Reads a book from parsed JSON or a REST read: any tolerated shape (docs/service/websocket.md#reading), with hand-written guards.

/**
 * Reads `{ time, levels: [bids, asks] }` into `book` (emptied before, at the market's precision); a level is `{ px, sz }` or `[px, sz]`, other fields
 * are ignored. Order and prices are checked by `faultOf`.
 */
export function readBook(data: Dictionary, book: CompactBook): BookFault | null {
  const time = timeOf(data.time)
  const levels = data.levels
  if (time === null || !Array.isArray(levels) || levels.length !== 2) return 'unreadable'
  book.time = time
  const [bids, asks] = levels as readonly unknown[]
  return readSide(bids, book, book.bids) ?? readSide(asks, book, book.asks)
}

/** Takes over a book that the service adapters have read. */
export function takeBook(source: BookSource, book: CompactBook): BookFault | null {
  return readBook({ time: source.time, levels: [source.bids, source.asks] }, book)
}

function readSide(levels: unknown, book: CompactBook, side: CompactSide): BookFault | null {
  if (!Array.isArray(levels)) return 'unreadable'
  for (const level of levels as readonly unknown[]) {
    const fault = readLevel(level, book, side)
    if (fault !== null) return fault
  }
  return null
}

function readLevel(level: unknown, book: CompactBook, side: CompactSide): BookFault | null {
  const px = decimalOf(Array.isArray(level) ? level[0] : isDictionary(level) ? level.px : null)
  const sz = decimalOf(Array.isArray(level) ? level[1] : isDictionary(level) ? level.sz : null)
  if (px === null || sz === null) return 'unreadable'
  const pxPlaces = placesOf(px)
  const szPlaces = placesOf(sz)
  if (pxPlaces > MAX_PLACES || szPlaces > MAX_PLACES) return 'number too long'
  if (pxPlaces > book.pxPlaces && !widenPrices(book, pxPlaces)) return 'number too long'
  if (szPlaces > book.szPlaces && !widenSizes(book, szPlaces)) return 'number too long'
  const price = textUnits(px, book.pxPlaces)
  const size = textUnits(sz, book.szPlaces)
  if (Number.isNaN(price) || Number.isNaN(size)) return 'number too long'
  if (size === 0) return null
  if (!grow(side)) return 'too many levels'
  side.px[side.count] = price
  side.sz[side.count] = size
  side.count += 1
  return null
}
