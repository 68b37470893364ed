/**
 * From a worst price to what a service is asked for that takes a percentage instead: its own limit is to lie at or inside the worst price. What
 * it counts from is a reading of its own; what it prepares is compared with the worst price exactly, and planned anew once it is worse.
 */

import type { Family } from '../../../contract/account.ts'
import { add, type Decimal, greater, lesser, type Price, subtract } from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { type CloseReach, percentWithin, wideningPrices } from '../../../contract/protection.ts'
import { facingPrice, type KnownPrices, referencePrice } from '../../../contract/reference-price.ts'
import { refuse } from './interface.ts'

interface WireTerms {
  readonly family: Family
  readonly side: Side
  readonly tickSize: Price | null
  readonly prices: KnownPrices
  /** Whether this is planned again: then from the price that leaves the least room, and a tick inside the worst price. */
  readonly again: boolean
  /** The price that a percentage is of, at a reference; the reference itself unless said. */
  readonly countedAt?: (reference: Price) => Price
  readonly places?: number
}

/** Null where the prices are at or beyond the worst price by now. */
export function wirePercent(worst: Price, { countedAt = (price) => price, ...terms }: WireTerms): Decimal | null {
  const { family, side, tickSize, prices, again } = terms
  const within = (limit: Price, reference: Price | null): Decimal | null =>
    reference === null
      ? null
      : percentWithin(limit, { side, reference, counted: countedAt(reference), ...placesIn(terms) })
  const usual = family === 'scalar' ? (prices.mid ?? prices.mark) : referencePrice(family, side, prices)
  const first = within(worst, usual)
  if (!again || first === null) return first
  const inside = tickSize === null ? worst : side === 'buy' ? subtract(worst, tickSize) : add(worst, tickSize)
  return within(inside, leastRoom(side, prices)) ?? within(inside, usual) ?? first
}

/** The prices of a close from the first on that the market has not left behind, and what is asked for at that one; null where it has all. */
export function wireClose(
  reach: CloseReach,
  terms: WireTerms,
): { readonly prices: readonly Price[]; readonly worst: Price; readonly percent: Decimal } | null {
  const prices = wideningPrices(reach, terms)
  for (const [at, worst] of prices.entries()) {
    const percent = wirePercent(worst, terms)
    if (percent !== null) return { prices: prices.slice(at), worst, percent }
  }
  return null
}

const placesIn = ({ places }: Pick<WireTerms, 'places'>) => (places === undefined ? {} : { places })

function leastRoom(side: Side, prices: KnownPrices): Price | null {
  const known = [prices.mark, prices.mid, facingPrice(side, prices)].filter((price) => price !== null)
  const furthest = side === 'buy' ? greater<Price> : lesser<Price>
  return known.length === 0 ? null : known.reduce((one, other) => furthest(one, other))
}

/** Said of a worst price that the market has left behind. */
export function beyondWorst(worst: Price, { side, prices }: Pick<WireTerms, 'side' | 'prices'>) {
  const now = facingPrice(side, prices) ?? prices.mid ?? prices.mark
  const at = now === null ? 'The price is' : `The best price is ${priceWords(now)} by now,`
  return refuse('beyond_worst', `${at} beyond your worst price of ${priceWords(worst)}.`, 'price')
}
