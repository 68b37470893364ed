/**
 * Whether an order would trade against the trader's own resting one. The two sides of an outcome with two are one book: to buy Yes at p is to
 * sell No at 1 − p. Pure.
 */

import { compare, ONE, type Price, type Size, subtract, trimZeros } from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { Side } from '../../../contract/market.ts'
import { priceWords } from '../../../contract/price-words.ts'
import type { Refusal } from '../actions/index.ts'

/** An order of the trader's that rests, or may come to rest. */
export interface OwnOrder {
  readonly asset: string
  readonly side: Side
  readonly price: Price
  /** What is left of it. */
  readonly size: Size
}

/** An order that is about to go. */
export interface AboutToGo {
  readonly asset: string
  readonly side: Side
  /** The worst price that it may trade at. */
  readonly worst: Price
}

/** An order as it stands in the book of `asset`; null when it is in another one. */
function inBookOf(
  { asset: own, side, price }: Pick<OwnOrder, 'asset' | 'side' | 'price'>,
  asset: string,
  mirror: string | null,
): { readonly side: Side; readonly price: Price } | null {
  if (own === asset) return { side, price }
  if (own !== mirror) return null
  return { side: side === 'buy' ? 'sell' : 'buy', price: subtract(ONE, price) }
}

/** The own order that it would trade with first; null when it would with none. @param mirror the coin of the other side, where there are two. */
export function ownOrderMet(
  { asset, side, worst }: AboutToGo,
  own: readonly OwnOrder[],
  mirror: string | null,
): OwnOrder | null {
  let met: { readonly order: OwnOrder; readonly price: Price } | null = null
  for (const order of own) {
    const there = inBookOf(order, asset, mirror)
    if (there === null || there.side === side) continue
    const reach = compare(worst, there.price)
    if (side === 'buy' ? reach < 0 : reach > 0) continue
    const nearer = met === null ? -1 : compare(there.price, met.price)
    if (side === 'buy' ? nearer < 0 : met === null || nearer > 0) met = { order, price: there.price }
  }
  return met?.order ?? null
}

/** What is said of it, with what to do. @param nameOf what an asset is called to the trader. */
export function selfCrossRefusal(met: OwnOrder, asked: AboutToGo, nameOf: (asset: string) => string): Refusal {
  const { asset, side, price, size } = met
  const where = asset === asked.asset ? '' : ` of ${nameOf(asset)}, which is the other side of the same book`
  return {
    code: 'self_cross',
    message: `It could trade with your own order to ${side} ${grouped(trimZeros(size))} at ${priceWords(price)}${where}. Cancel that one first, or change the price.`,
    field: 'price',
  }
}
