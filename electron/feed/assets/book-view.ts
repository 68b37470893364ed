/** Turns a book into the rows of a window: grouped by a price step, cut, with exact running totals, as formatted text. */
import { ONE, type Price, placesOf, type Size } from '../../../contract/decimal.ts'
import type { BookRow, BookView, Side } from '../../../contract/market.ts'
import { type CompactBook, type CompactSide, MAX_PLACES, rescale, textUnits, unitsText } from '../decode/index.ts'
import type { OwnOrder } from './order-book.ts'

/** A window's view of the book. */
interface BookShape {
  /** Groups prices by multiples of this; null leaves them ungrouped. */
  readonly step: Price | null
  readonly levels: number
  readonly own: readonly OwnOrder[]
  /** Minimum distance of a market's prices from 0 and 1; null where they are not probabilities, or the tick is unknown. */
  readonly edge: Price | null
}

type BookRows = Pick<BookView, 'bids' | 'asks' | 'spread' | 'mid'>

/** How prices are grouped, in units of the rows' places. */
interface Steps {
  /** 0 leaves prices ungrouped. */
  readonly step: number
  /** No row has a price beyond these: nobody can trade there. */
  readonly least: number
  readonly most: number
}

interface Row {
  px: number
  sz: number
  total: number
}

/**
 * Bids round down to the multiple of the step, asks up, so that a group never looks better than its contents. A price that would round to 0 or 1,
 * which is invalid for a probability, stays at the last valid price.
 * @returns null when the step is so fine that prices would not stay exact.
 */
export function bookRows(book: CompactBook, { step, levels, own, edge }: BookShape): BookRows | null {
  const places = Math.max(book.pxPlaces, step === null ? 0 : placesOf(step))
  if (places > MAX_PLACES) return null
  const steps = stepsOf(step, edge, places)
  if (steps === null) return null
  const bids = group(book.bids, book.pxPlaces, places, steps, levels, 'buy')
  const asks = group(book.asks, book.pxPlaces, places, steps, levels, 'sell')
  if (bids === null || asks === null) return null
  const largest = Math.max(bids.at(-1)?.total ?? 0, asks.at(-1)?.total ?? 0)
  const text = (rows: readonly Row[], side: Side): BookRow[] => {
    const mine = ownPrices(book, own, side, places, steps)
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

/** Best ask − best bid, and the mid price (with one more digit where necessary), of the ungrouped book. */
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

/** Text of one side's best price; null when the side is empty. */
export const bestPrice = (side: CompactSide, places: number): Price | null =>
  side.count === 0 ? null : (unitsText(side.px[0] as number, places) as Price)

/** Null where the step is too fine to stay exact. */
function stepsOf(step: Price | null, edge: Price | null, places: number): Steps | null {
  const units = step === null ? 0 : textUnits(step, places)
  if (Number.isNaN(units)) return null
  const least = edge === null ? Number.NaN : textUnits(edge, places)
  // One with more decimals than these sets no bound.
  if (Number.isNaN(least)) return { step: units, least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
  return { step: units, least, most: textUnits(ONE, places) - least }
}

function group(
  side: CompactSide,
  from: number,
  to: number,
  steps: Steps,
  levels: number,
  which: Side,
): readonly Row[] | null {
  const rows: Row[] = []
  let row: Row | undefined
  let total = 0
  for (let i = 0; i < side.count; i += 1) {
    const px = onStep(rescale(side.px[i] as number, from, to), steps, which)
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

/** Down to a multiple of the step for bids, up for asks, and not beyond the last price; NaN when that would not be exact. */
function onStep(px: number, { step, least, most }: Steps, which: Side): number {
  if (step === 0) return px
  const over = px % step
  if (over === 0) return px
  if (which === 'buy') return Math.max(px - over, Math.min(px, least))
  const grouped = Math.min(px - over + step, Math.max(px, most))
  return grouped <= Number.MAX_SAFE_INTEGER ? grouped : Number.NaN
}

function ownPrices(
  book: CompactBook,
  own: readonly OwnOrder[],
  which: Side,
  places: number,
  steps: Steps,
): ReadonlySet<number> {
  const prices = new Set<number>()
  for (const { side, price, least } of own) {
    if (side !== which || (least !== null && !shows(book, which, price, least))) continue
    prices.add(onStep(textUnits(price, places), steps, which))
  }
  return prices
}

/** Whether the book has at least this size at the price. */
function shows({ bids, asks, pxPlaces, szPlaces }: CompactBook, which: Side, price: Price, least: Size): boolean {
  const side = which === 'buy' ? bids : asks
  const at = side.px.subarray(0, side.count).indexOf(textUnits(price, pxPlaces))
  return at >= 0 && (side.sz[at] as number) >= textUnits(least, szPlaces)
}
