/**
 * Reads a book that has been parsed as JSON, or read over REST: any shape that is tolerated (docs/service/websocket.md#reading), by
 * hand-written guards.
 */
import { placesOf } from '../../../contract/decimal.ts'
import {
  type BookFault,
  type BookSource,
  type CompactBook,
  type CompactSide,
  makeRoom,
  widenPrices,
  widenSizes,
} from './compact-book.ts'
import { MOST_PLACES, textUnits } from './units.ts'
import { type Dictionary, decimalOf, isDictionary, timeOf } from './wire.ts'

/**
 * Reads `{ time, levels: [bids, asks] }` into `book` (emptied before, at the market's precision); a level is `{ px, sz }` or
 * `[px, sz]`, with whatever else. Order and prices are `faultOf`'s business.
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
  if (pxPlaces > MOST_PLACES || szPlaces > MOST_PLACES) return 'number too long'
  if (pxPlaces > book.pxPlaces && !widenPrices(book, pxPlaces)) return 'number too long'
  if (szPlaces > book.szPlaces && !widenSizes(book, szPlaces)) return 'number too long'
  const price = textUnits(px, book.pxPlaces)
  const size = textUnits(sz, book.szPlaces)
  if (Number.isNaN(price) || Number.isNaN(size)) return 'number too long'
  if (size === 0) return null
  if (!makeRoom(side)) return 'too many levels'
  side.px[side.count] = price
  side.sz[side.count] = size
  side.count += 1
  return null
}
