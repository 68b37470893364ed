/** What closing a whole position now would make, by the book as it streams in. */
import { useMemo } from 'react'
import type { Position } from '../../contract/account.ts'
import type { Decimal, Price, Size } from '../../contract/decimal.ts'
import type { Topic } from '../../contract/topics.ts'
import { useTopicValue } from '../market-data/index.ts'
import { type ExitValue, exitValueOf } from './exit-value.ts'

/** Levels of each side that an exit is walked through: those of the tickets, whose book it is then. */
const LEVELS = 40

/** The book that exits of an asset are walked through. */
export const exitBook = (asset: string): Topic & { readonly kind: 'book' } => ({
  kind: 'book',
  asset,
  step: null,
  levels: LEVELS,
})

/** Null before the book came, and where nobody stands on the side that a close trades with. */
export function useExitValue(
  position: Pick<Position, 'asset' | 'family' | 'size' | 'entryPx'>,
  mark: Price | null,
  takerBps: Decimal | null,
): ExitValue | null {
  const { asset, family, size, entryPx } = position
  const isLong = !size.startsWith('-')
  // As text, so that the row renders when the side that it closes with is another, and not with each book.
  const side = useTopicValue(exitBook(asset), ({ bids, asks }) =>
    (isLong ? bids : asks).map(({ px, sz }) => `${px} ${sz}`).join('/'),
  )
  return useMemo(() => {
    if (side === undefined) return null
    const levels = side === '' ? [] : side.split('/').map(levelOf)
    return exitValueOf({ family, size, entryPx }, { bids: levels, asks: levels }, mark, takerBps)
  }, [side, family, size, entryPx, mark, takerBps])
}

function levelOf(text: string): { readonly px: Price; readonly sz: Size } {
  const [px = '', sz = ''] = text.split(' ')
  return { px: px as Price, sz: sz as Size }
}
