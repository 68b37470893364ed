/** A book in words and as a table. Pure. */
import type { BookRow, BookView } from '../../contract/market.ts'
import { grouped, timeText, zoneText } from '../format/index.ts'
import type { PriceView } from '../markets/family/index.ts'

type Book = Pick<BookView, 'bids' | 'asks' | 'mid' | 'spread' | 'time'>

/** The sides as they are seen. */
export const sidesSeen = ({ bids, asks }: Pick<BookView, 'bids' | 'asks'>, { mirrored }: PriceView) =>
  mirrored ? { bids: asks, asks: bids } : { bids, asks }

/** What there is to say of a book: the best prices with their sizes, and the distance between them. */
export function bookText(title: string, book: Book | undefined, view: PriceView): string {
  if (book === undefined) return `${title}: no order book yet.`
  const { bids, asks } = sidesSeen(book, view)
  const best = (row: BookRow | undefined, side: string, none: string): string =>
    row === undefined ? none : `best ${side} ${view.named(row.px)}, ${view.words.size.toLowerCase()} ${grouped(row.sz)}`
  const parts = [best(bids[0], 'bid', view.words.noBids), best(asks[0], 'ask', view.words.noAsks)]
  if (book.spread !== null) parts.push(`spread ${view.namedDistance(book.spread)}`)
  return `${title}: ${parts.join('; ')}.`
}

/** The levels from the highest price to the lowest, as on screen. */
export function bookTable(title: string, book: Book | undefined, view: PriceView) {
  const heads = ['Side', view.heading, view.words.size, 'Total', 'Your order']
  if (book === undefined) return { caption: `Order book of ${title}, not there yet`, heads, rows: [] }
  const { bids, asks } = sidesSeen(book, view)
  const row = (side: string) => (level: BookRow) => [
    side,
    view.named(level.px),
    grouped(level.sz),
    grouped(level.total),
    level.own ? 'yes' : '',
  ]
  return {
    caption: `Order book of ${title} at ${timeText(book.time)} ${zoneText(book.time)}`,
    heads,
    rows: [...asks.toReversed().map(row('Ask')), ...bids.map(row('Bid'))],
  }
}
