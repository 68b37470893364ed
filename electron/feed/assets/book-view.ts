/** Turns a book into the rows that a window shows: grouped by a price step, cut, with exact running totals, in ready text. */
import { type Price, placesOf, type Size } from '../../../contract/decimal.ts'
import type { BookRow, BookView, Side } from '../../../contract/market.ts'
import { type CompactBook, type CompactSide, MOST_PLACES, rescale, textUnits, unitsText } from '../decode/index.ts'

/** A price at which the trader has a resting order. */
export interface OwnOrder {
  readonly side: Side
  readonly price: Price
}

/** How a window wants the book. */
interface BookShape {
  /** Groups prices by multiples of this; null leaves them as they come. */
  readonly step: Price | null
  readonly levels: number
  readonly own: readonly OwnOrder[]
}

type BookRows = Pick<BookView, 'bids' | 'asks' | 'spread' | 'mid'>

interface Row {
  px: number
  sz: number
  total: number
}

/**
 * Bids fall to the multiple of the step below, asks rise to the one above, so that a group never looks better than what is in it.
 * @returns null when the step is so fine that prices would not stay exact.
 */
export function bookRows(book: CompactBook, { step, levels, own }: BookShape): BookRows | null {
  const places = Math.max(book.pxPlaces, step === null ? 0 : placesOf(step))
  if (places > MOST_PLACES) return null
  const stepUnits = step === null ? 0 : textUnits(step, places)
  if (Number.isNaN(stepUnits)) return null
  const bids = group(book.bids, book.pxPlaces, places, stepUnits, levels, 'buy')
  const asks = group(book.asks, book.pxPlaces, places, stepUnits, levels, 'sell')
  if (bids === null || asks === null) return null
  const largest = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0)
  const text = (rows: readonly Row[], side: Side): BookRow[] => {
    const mine = ownPrices(own, side, places, stepUnits)
    return rows.map(({ px, sz, total }) => ({
      px: unitsText(px, places) as Price,
      sz: unitsText(sz, book.szPlaces) as Size,
      total: unitsText(total, book.szPlaces) as Size,
      depth: largest === 0 ? 0 : total / largest,
      own: mine.has(px),
    }))
  }
  return { bids: text(bids, 'buy'), asks: text(asks, 'sell'), ...middle(book) }
}

/** Best ask − best bid, and half way between them (with one more digit where it needs one), of the ungrouped book. */
export function middle(book: CompactBook): Pick<BookView, 'spread' | 'mid'> {
  const { bids, asks, pxPlaces } = book
  if (bids.count === 0 || asks.count === 0) return { spread: null, mid: null }
  const bid = bids.px[0] as number
  const ask = asks.px[0] as number
  const half = (ask - bid) / 2
  const mid = Number.isInteger(half)
    ? unitsText(bid + half, pxPlaces)
    : `${unitsText(bid + Math.floor(half), pxPlaces)}${pxPlaces === 0 ? '.' : ''}5`
  return { spread: unitsText(ask - bid, pxPlaces) as Price, mid: mid as Price }
}

/** The price of one side's best level as text, null when the side is empty. */
export const bestPrice = (side: CompactSide, places: number): Price | null =>
  side.count === 0 ? null : (unitsText(side.px[0] as number, places) as Price)

function group(
  side: CompactSide,
  from: number,
  to: number,
  step: number,
  levels: number,
  which: Side,
): readonly Row[] | null {
  const rows: Row[] = []
  let row: Row | undefined
  let total = 0
  for (let i = 0; i < side.count; i += 1) {
    const px = onStep(rescale(side.px[i] as number, from, to), step, which)
    if (Number.isNaN(px)) return null
    const sz = side.sz[i] as number
    if (row === undefined || row.px !== px) {
      if (rows.length === levels) break
      row = { px, sz: 0, total: 0 }
      rows.push(row)
    }
    row.sz += sz
    total += sz
    row.total = total
  }
  return rows
}

/** Down to a multiple of the step for bids, up for asks; NaN when that would not be exact. */
function onStep(px: number, step: number, which: Side): number {
  if (step === 0) return px
  const over = px % step
  if (over === 0) return px
  const grouped = which === 'buy' ? px - over : px - over + step
  return grouped <= Number.MAX_SAFE_INTEGER ? grouped : Number.NaN
}

function ownPrices(own: readonly OwnOrder[], which: Side, places: number, step: number): ReadonlySet<number> {
  const prices = new Set<number>()
  for (const { side, price } of own) {
    if (side === which) prices.add(onStep(textUnits(price, places), step, which))
  }
  return prices
}
