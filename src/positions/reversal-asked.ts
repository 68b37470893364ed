/** What a reversal asks for: the close of all that is shown, and the worst price that the other side may be opened at. Pure. */
import type { Position } from '../../contract/account.ts'
import { type Price, signOf } from '../../contract/decimal.ts'
import type { CloseIntent } from '../../contract/intent.ts'
import type { Side, Ticker } from '../../contract/market.ts'
import { type CloseDistance, closeProtectionFrom, worstAt } from '../../contract/protection.ts'
import { referencePrice } from '../../contract/reference-price.ts'

export interface ReversalAsked {
  readonly side: Side
  readonly close: CloseIntent
  readonly worst: Price
}

/** Null while there is no live price to count from. @param ticker undefined where there is none */
export function reversalAsked(
  { asset, family, size }: Pick<Position, 'asset' | 'family' | 'size'>,
  ticker: Ticker | undefined,
  { tickSize, distance }: { readonly tickSize: Price | null; readonly distance: CloseDistance },
): ReversalAsked | null {
  const isLong = signOf(size) > 0
  const side = isLong ? 'sell' : 'buy'
  const reference = ticker === undefined || ticker.stale ? null : referencePrice(family, side, ticker)
  if (reference === null) return null
  const terms = { family, side, tickSize } as const
  return {
    side,
    close: {
      ...{ kind: 'close', asset, position: isLong ? 'long' : 'short', size: null },
      protection: closeProtectionFrom(reference, distance, terms),
    },
    worst: worstAt(reference, distance.distance, terms),
  }
}
