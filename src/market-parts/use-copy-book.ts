/** Copies a book as it stands, as text or as CSV. */
import type { Instrument } from '../../contract/instrument.ts'
import type { Topic } from '../../contract/topics.ts'
import { useMarketData } from '../market-data/index.ts'
import type { PriceView } from '../markets/family/index.ts'
import { type CopyFormat, type MenuEntry, useCopy } from '../ui/index.ts'
import { copiedColumns, copiedLevels } from './copied-book.ts'

/** What copies a book, by format. */
export const COPY_BOOK: { readonly [F in CopyFormat]: string } = { text: 'Copy book', csv: 'Copy book as CSV' }

interface CopyBook {
  /** For a menu. */
  readonly entries: readonly MenuEntry[]
  /** What became of the last copy, in words; null once it was seen. */
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
    if (book === undefined || levels.length === 0) say('Not copied: there is nothing in the book.')
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
