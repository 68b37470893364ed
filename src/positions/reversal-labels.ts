/** Reversals of positions in a trader's words. Pure. */
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import type { ReversalState, ReversalView } from '../../contract/reversal.ts'
import { type LineParts, type Naming, PLAIN_NAMES } from '../trade-forms/index.ts'

const STATE_WORDS: Readonly<Record<ReversalState, string>> = {
  closing: 'closing',
  opening: 'opening',
  reversed: 'reversed',
  closed: 'closed only',
  partly: 'stopped',
  kept: 'not reversed',
}

/** Where a reversal stands. */
export const reversalStateWord = ({ state }: Pick<ReversalView, 'state'>): string => STATE_WORDS[state]

/** How that is felt: the word tells it too. */
export function reversalTone({ state }: Pick<ReversalView, 'state'>): 'good' | 'bad' | 'waiting' | 'neutral' {
  if (state === 'reversed') return 'good'
  return state === 'closing' || state === 'opening' ? 'neutral' : 'bad'
}

/** `Reverse long 40`, the market, what closed and what was opened. */
export function reversalParts({ asset, size, closed, opened }: ReversalView, names: Naming = PLAIN_NAMES): LineParts {
  const isLong = signOf(size) > 0
  const done = [
    closed === null ? '' : `closed ${trimZeros(closed)}`,
    opened === null || signOf(opened) === 0 ? '' : `opened ${isLong ? 'short' : 'long'} ${trimZeros(opened)}`,
  ]
  return {
    lead: `Reverse ${isLong ? 'long' : 'short'} ${trimZeros(absolute(size))}`,
    comma: false,
    name: names.asset(asset),
    tail: 'at market',
    usual: '',
    extra: done.filter((part) => part !== '').join(', '),
  }
}
