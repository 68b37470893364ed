/** Turns a book into the rows that a window shows: grouped by a price step, cut, with exact running totals, in ready text. */
import { ONE, type Price, placesOf, type Size } from '../../../contract/decimal.ts'
import type { BookRow, BookView, Side } from '../../../contract/market.ts'
import { type CompactBook, type CompactSide, MOST_PLACES, rescale, textUnits, unitsText } from '../decode/index.ts'
import type { OwnOrder } from './order-book.ts'

/** How a window wants the book. */
interface BookShape {
  /** Groups prices by multiples of this; null leaves them as they come. */
  readonly step: Price | null
  readonly levels: number
  readonly own: readonly OwnOrder[]
  /** How near a price of the market comes to 0 and to 1; null for one whose prices are no probabilities, or whose tick is not known. */
  readonly edge: Price | null
}

type BookRows = Pick<BookView, 'bids' | 'asks' | 'spread' | 'mid'>

/** How prices are grouped, in units of the rows' places. */
interface Steps {
  /** 0 leaves prices as they come. */
  readonly step: number
  /** No row is at a price beyond these: nobody can trade there. */
  readonly least: number
  readonly most: number
}

interface Row {
  px: number
  sz: number
  total: number
}

/**
 * Bids fall to the multiple of the step below, asks rise to the one above, so that a group never looks better than what is in it. One that would
 * come to 0 or 1, where a probability is no price, stands at the last price before.
 * @returns null when the step is so fine that prices would not stay exact.
 */
export function bookRows(book: CompactBook, { step, levels, own, edge }: BookShape): BookRows | null {
  const places = Math.max(book.pxPlaces, step === null ? 0 : placesOf(step))
  if (places > MOST_PLACES) return null
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

/** Null where the step is so fine that it would not stay exact. */
function stepsOf(step: Price | null, edge: Price | null, places: number): Steps | null {
  const units = step === null ? 0 : textUnits(step, places)
  if (Number.isNaN(units)) return null
  const least = edge === null ? Number.NaN : textUnits(edge, places)
  // One that is not a price of these places bounds nothing.
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

/** Down to a multiple of the step for bids, up for asks, and to no price beyond the last; NaN when that would not be exact. */
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
