/** A book as it is copied: its levels as rows of a table, from the highest price to the lowest. Pure. */
import { fullTitleOf, type Instrument } from '../../contract/instrument.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import { grouped } from '../format/index.ts'
import type { PriceView } from '../markets/family/index.ts'
import type { Column, CopyFormat } from '../ui/index.ts'
import { sidesSeen } from './book-text.ts'

type Book = Pick<BookView, 'bids' | 'asks' | 'time'>

interface CopiedLevel extends Pick<BookRow, 'px' | 'sz' | 'total' | 'own'> {
  readonly side: 'Ask' | 'Bid'
}

/** The levels that are shown, on the sides on which they are seen. */
export function copiedLevels(book: Book, view: PriceView): readonly CopiedLevel[] {
  const { bids, asks } = sidesSeen(book, view)
  const on = (side: CopiedLevel['side']) => (level: BookRow) => ({ ...level, side })
  return [...asks.map(on('Ask')).toReversed(), ...bids.map(on('Bid'))]
}

const column = (
  title: string,
  text: (level: CopiedLevel) => string,
  csv: (level: CopiedLevel) => string = text,
): Column<CopiedLevel> => ({ id: title, title, least: 0, Cell: () => null, text, csv })

/**
 * What is copied of each level. As text it is what stands on screen; as CSV prices are numbers as they are seen from the chosen side, and
 * every line says of which market and of when it is, as it may be put under others.
 */
export function copiedColumns(
  instrument: Instrument,
  { time }: Book,
  view: PriceView,
  format: CopyFormat,
): readonly Column<CopiedLevel>[] {
  const market = column('Market', () => fullTitleOf(instrument))
  const stamp = column('Time', () => new Date(time).toISOString())
  return [
    ...(format === 'csv' ? [{ ...market, csvAlso: { title: 'Market key', of: () => instrument.key } }, stamp] : []),
    column('Side', ({ side }) => side),
    column(
      'Price',
      ({ px }) => view.named(px),
      ({ px }) => view.seen(px),
    ),
    column(
      view.words.size,
      ({ sz }) => grouped(sz),
      ({ sz }) => sz,
    ),
    column(
      'Total',
      ({ total }) => grouped(total),
      ({ total }) => total,
    ),
    column('Your order', ({ own }) => (own ? 'yes' : '')),
  ]
}
