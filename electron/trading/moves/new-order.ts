/** The order that takes another's place: its side, time in force and reduce-only, at the price that is wanted now. */
import type { Order } from '../../../contract/account.ts'
import type { Price, Size } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { NewOrder } from './interface.ts'

/** @param made what asked for the order, where this terminal did: it knows a time in force that the service leaves out. */
export function newOrderOf(
  { asset, side, tif, reduceOnly }: Order,
  made: Intent | null,
  { price, size }: { readonly price: Price; readonly size: Size },
): NewOrder {
  if (isCoin(asset)) return { kind: 'outcome_order', asset, side, size, mode: { kind: 'limit', price } }
  const asked = made?.kind === 'place' ? made.tif : null
  return { kind: 'place', asset, side, price, size, tif: tif ?? asked ?? 'GTC', reduceOnly }
}
