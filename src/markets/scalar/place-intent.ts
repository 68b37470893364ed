/** From what the ticket shows to the intent that is sent: exactly the price and size in the button. */
import { type Price, type Size, trimZeros } from '../../../contract/decimal.ts'
import type { PlaceIntent } from '../../../contract/intent.ts'
import { inDegrees } from '../../../contract/mark.ts'
import type { Side } from '../../../contract/market.ts'
import type { PriceUnit, TicketDraft } from './draft.ts'

/** The order that a press of Buy or Sell sends, or null while price or size is no number. */
export function placeIntentOf(
  asset: string,
  side: Side,
  draft: Pick<TicketDraft, 'tif' | 'reduceOnly'>,
  { price, size }: { readonly price: Price | null; readonly size: Size | null },
  signer: 'agent' | 'wallet' = 'agent',
): PlaceIntent | null {
  if (price === null || size === null) return null
  const { tif, reduceOnly } = draft
  return { kind: 'place', asset, side, price, size, tif, reduceOnly, ...(signer === 'wallet' ? { signer } : {}) }
}

/** `150 at 571.80`, or null while one of them is no number. */
export function sizeAtPrice(price: Price | null, size: Size | null, unit: PriceUnit): string | null {
  return price === null || size === null ? null : `${trimZeros(size)} at ${priceIn(unit, price)}`
}

/** A mark in the unit that the ticket is typed in: `554.13`, or `54.13 °F`. */
export const priceIn = (unit: PriceUnit, mark: Price): string => (unit === 'f' ? inDegrees(mark) : mark)
