/** Copies a book as displayed, as text or as CSV. */
import { fullTitleOf, type Instrument } from '../../contract/instrument.ts'
import type { BookRow, BookView } from '../../contract/market.ts'
import type { Topic } from '../../contract/topics.ts'
import { grouped, timeText, zoneText } from '../format/index.ts'
import { useMarketData } from '../market-data/index.ts'
import type { PriceView } from '../markets/family/index.ts'
import { type Column, type CopyFormat, type MenuEntry, useCopy } from '../ui/index.ts'

type Book = Pick<BookView, 'bids' | 'asks' | 'mid' | 'spread' | 'time'>

/** The sides as displayed. */
const sidesSeen = ({ bids, asks }: Pick<BookView, 'bids' | 'asks'>, { mirrored }: PriceView) =>
  mirrored ? { bids: asks, asks: bids } : { bids, asks }

/** The summary of a book: the best prices with their sizes, and the spread. */
export function bookText(title: string, book: Book | undefined, view: PriceView): string {
  if (book === undefined) return `${title}: no order book yet.`
  const { bids, asks } = sidesSeen(book, view)
  const best = (row: BookRow | undefined, side: string, none: string): string =>
    row === undefined ? none : `best ${side} ${view.named(row.px)}, ${view.text.amount(row.sz)}`
  const parts = [best(bids[0], 'bid', view.text.noBids), best(asks[0], 'ask', view.text.noAsks)]
  if (book.spread !== null) parts.push(`spread ${view.namedDistance(book.spread)}`)
  return `${title}: ${parts.join('; ')}.`
}

/** The levels from the highest price to the lowest, as on screen. */
export function bookTable(title: string, book: Book | undefined, view: PriceView) {
  const heads = ['Side', view.heading, view.text.size, 'Total', 'Your order']
  if (book === undefined) return { caption: `Order book of ${title}, not loaded yet`, heads, rows: [] }
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

// A book for copying: its levels as table rows, from the highest price to the lowest.

type CopiedBook = Pick<BookView, 'bids' | 'asks' | 'time'>

interface CopiedLevel extends Pick<BookRow, 'px' | 'sz' | 'total' | 'own'> {
  readonly side: 'Ask' | 'Bid'
}

/** The displayed levels, on their displayed sides. */
export function copiedLevels(book: CopiedBook, view: PriceView): readonly CopiedLevel[] {
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
 * The copied columns of each level. As text they match the screen; as CSV prices are numbers from the chosen side, and every line includes market and
 * time, as several copies may be appended.
 */
export function copiedColumns(
  instrument: Instrument,
  { time }: CopiedBook,
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
      view.text.size,
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

/** Labels of the copy commands, by format. */
export const COPY_BOOK: { readonly [F in CopyFormat]: string } = { text: 'Copy book', csv: 'Copy book as CSV' }

interface CopyBook {
  readonly entries: readonly MenuEntry[]
  /** The result of the last copy, as text; null once it was seen. */
  readonly said: string | null
  readonly forget: () => void
}

export function useCopyBook(
  instrument: Instrument,
  topic: Extract<Topic, { kind: 'book' }> | null,
  view: PriceView,
): CopyBook {
  const { store } = useMarketData()
  const { run, say, said, forget } = useCopy()
  const copy = (format: CopyFormat) => (): void => {
    const book = topic === null ? undefined : store.read(topic)
    const levels = book === undefined ? [] : copiedLevels(book, view)
    if (book === undefined || levels.length === 0) say('Not copied: the book is empty.')
    else run(levels, copiedColumns(instrument, book, view, format), format)
  }
  const section = 'Copy'
  return {
    entries: [
      { id: 'copy', label: COPY_BOOK.text, section, onAction: copy('text') },
      { id: 'copy-csv', label: COPY_BOOK.csv, section, onAction: copy('csv') },
    ],
    said,
    forget,
  }
}
