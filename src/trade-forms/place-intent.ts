/** From what the ticket shows to the intent that is sent: exactly the price and size in the button. */
import { type Price, type Size, trimZeros } from '../../contract/decimal.ts'
import type { PlaceIntent } from '../../contract/intent.ts'
import type { Side } from '../../contract/market.ts'
import type { TicketDraft } from './draft.ts'
import type { TicketSummary } from './summary.ts'

/** The order that a press of Buy or Sell sends, or null while price or size is no number. */
export function placeIntentOf(
  asset: string,
  side: Side,
  draft: TicketDraft,
  summary: TicketSummary,
): PlaceIntent | null {
  if (summary.price === null || summary.size === null) return null
  return {
    kind: 'place',
    asset,
    side,
    price: summary.price.mark,
    size: summary.size,
    tif: draft.tif,
    reduceOnly: draft.reduceOnly,
  }
}

/** `150 at 571.80`, or null while one of them is no number. */
export function sizeAtPrice(price: Price | null, size: Size | null): string | null {
  return price === null || size === null ? null : `${trimZeros(size)} at ${price}`
}
