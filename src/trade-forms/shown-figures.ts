/** What a form showed at the press of its button, to go with the intent. */
import { useCallback } from 'react'
import type { ShownFigures } from '../../contract/intent.ts'
import type { BookView } from '../../contract/market.ts'
import { useMarketData } from '../market-data/index.ts'

interface OnScreen extends Partial<Pick<ShownFigures, 'average' | 'worst' | 'fee' | 'mark' | 'mid'>> {
  /** The book that was estimated from. */
  readonly book?: Pick<BookView, 'receivedAt'> | null | undefined
}

/** What is on the screen of an order now, as it goes with its intent. */
export function useShown(): (figures: OnScreen) => ShownFigures {
  const { clock } = useMarketData()
  return useCallback(
    ({ average, worst, fee, mark, mid, book }) => ({
      average: average ?? null,
      worst: worst ?? null,
      fee: fee ?? null,
      mark: mark ?? null,
      mid: mid ?? null,
      bookAge: book == null ? null : Math.max(0, Math.round(clock.now() - book.receivedAt)),
    }),
    [clock],
  )
}
