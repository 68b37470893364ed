/** How far from the price it is counted from a trade may be, as the trader states it: the one rule for every family. */

import type { Family } from './account.ts'
import { compare, type Decimal, isMultipleOf, lesser, signOf } from './decimal.ts'

/** Largest slippage of any order, per cent. */
export const LARGEST_SLIPPAGE = '20' as Decimal
/** Slippage of shares is taken in whole basis points, per cent. */
const BASIS_POINT = '0.01' as Decimal

/** A slippage as an earlier version may have kept it, per cent: what waits for a close must not fail for having been let more. */
export const withinLargest = (percent: Decimal): Decimal => lesser(percent, LARGEST_SLIPPAGE)

/** What is wrong with a slippage, per cent, as a sentence; null when nothing is. */
export function slippageIssue(percent: Decimal, family: Family): string | null {
  if (signOf(percent) <= 0) return 'Slippage must be greater than 0.'
  if (compare(percent, LARGEST_SLIPPAGE) > 0) {
    return `Slippage can be at most ${LARGEST_SLIPPAGE} %; ${percent} % is more.`
  }
  if (family !== 'outcome' || isMultipleOf(percent, BASIS_POINT)) return null
  return `Slippage in shares takes steps of ${BASIS_POINT} %, one basis point; ${percent} % is finer.`
}
