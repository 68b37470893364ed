/** What the books are told of a market that ended, where no fill tells how the position was settled. Pure. */

import type { ClosedPosition } from '../../contract/books/index.ts'
import { absolute, type Money, multiply } from '../../contract/decimal.ts'
import type { Ending } from '../../contract/ending.ts'
import { type ShareFees, shareFee } from '../../contract/share-fees.ts'
import type { ComputedSettlement } from '../storage/index.ts'
import type { Judged } from './ending-of.ts'

/** A settlement may bear a time that is this much before the end of its market by another clock, ms. */
const BEFORE = 60_000
/** Once an asset has had its next turn for so long, a settlement is no more of the one before, ms: a bucket takes 120 minutes. */
const NEXT_TURN = 3_600_000

const NO_RATE = { settled: null }

/** Null where the position did not end by the end of its market, or fills account for all of it. Liquidations and conversions are told. */
export function computedSettlement(
  {
    id,
    kind,
    asset,
    family,
    price,
    size,
    at,
  }: Pick<Ending, 'id' | 'kind' | 'asset' | 'family' | 'price' | 'size' | 'at'>,
  { isExplained }: Pick<Judged, 'isExplained'>,
  { since }: Pick<ClosedPosition, 'since'>,
  { settled: feeBps }: Pick<ShareFees, 'settled'> = NO_RATE,
): ComputedSettlement | null {
  if (kind !== 'settled' || isExplained) return null
  // The end of an outcome may only be seen long after it, and its shares never have another.
  const isOnce = family === 'outcome'
  return {
    ...{ kind: 'settlement', id, asset, family, price, size, time: at },
    ...(isOnce && feeBps !== null ? { feeBps } : {}),
    since: isOnce ? since : at - BEFORE,
    until: isOnce ? Number.MAX_SAFE_INTEGER : at + NEXT_TURN,
  }
}

/** Fills in which the last settlement of shares is looked for. */
export const RECENT_FILLS = 500

/** What the service takes of it; null where no rate or no price is known. */
export const feeOfSettlement = ({ price, size, feeBps }: ComputedSettlement): Money | null =>
  price === null || feeBps === undefined ? null : shareFee(multiply(price, absolute(size)), feeBps)
