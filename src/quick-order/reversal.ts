/** A reversal that is shown before it goes: fixed as it is first shown, and refused where what it was made for has changed. Pure. */

import type { Position } from '../../contract/account.ts'
import { compare, signOf, trimZeros } from '../../contract/decimal.ts'
import { grouped } from '../format/index.ts'
import { quickOrderRulesOf } from '../markets/family/index.ts'
import type { ReversalAsked } from '../positions/index.ts'

export interface FixedReversal {
  readonly position: Pick<Position, 'asset' | 'size'>
  readonly asked: ReversalAsked
}

export const WAITING_FOR_LIVE = 'Waiting for the position and a live price…'

/** Why it cannot be done as it is shown; null where it can. */
export function reversalIssue(
  isRead: boolean,
  position: Pick<Position, 'asset' | 'family' | 'size'> | undefined,
  fixed: FixedReversal | null,
  stale: boolean,
): string | null {
  if (!isRead) return WAITING_FOR_LIVE
  if (position === undefined || signOf(position.size) === 0) return 'Nothing is held in this market.'
  const off = quickOrderRulesOf(position.family).reverseOff
  if (off !== null) return off
  if (fixed === null) return WAITING_FOR_LIVE
  if (fixed.position.asset !== position.asset) return `The market is ${position.asset} now: start again.`
  if (compare(fixed.position.size, position.size) !== 0) {
    return `${grouped(trimZeros(position.size))} is held now, not ${grouped(trimZeros(fixed.position.size))}: start again.`
  }
  return stale ? 'Prices are out of date: a reversal waits for live ones.' : null
}
