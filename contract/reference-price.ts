/**
 * Which price slippage is counted from, and where it ends: the one rule for main, which holds prepared actions to it, and for windows,
 * which price market orders by it.
 *
 * | what is traded | counted from |
 * |---|---|
 * | scalar, priced by the service (predictions, closes) | the mark, or the middle of the book where that leaves the side more room |
 * | scalar, priced by the terminal (market orders) | the best price that faces the order, else the mark |
 * | binary contracts (in prices of UP) and shares | the best price that faces the order, unless it lies far from the mark; else mark or middle |
 */
import type { Family } from './account.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  greater,
  lesser,
  multiply,
  ONE,
  type Price,
  percentOf,
  subtract,
  toStep,
} from './decimal.ts'
import type { Side, Ticker } from './market.ts'

/** What is known of an asset's prices; null is what is not. */
export type KnownPrices = Pick<Ticker, 'mark' | 'mid'> & Partial<Pick<Ticker, 'bid' | 'ask'>>

/** Furthest that the middle of a scalar book may lie from the mark to be believed, as a share of the mark. */
const BELIEVED_GAP = '0.05' as Decimal
/** Furthest that the best price facing an order may lie from the mark to be counted from, in points of probability. */
const BELIEVED_POINTS = '0.15' as Decimal
/** Step of probabilities where the service does not say it. */
const PROBABILITY_TICK = '0.0001' as Price

/** The best price on the side of the book that an order meets; null where it is not known. */
export const facingPrice = (side: Side, { bid, ask }: Partial<Pick<Ticker, 'bid' | 'ask'>>): Price | null =>
  (side === 'buy' ? ask : bid) ?? null

/** What the service counts slippage from, as far as the terminal knows; null while it knows nothing to count from. */
export const referencePrice = (family: Family, side: Side, prices: KnownPrices): Price | null =>
  family === 'scalar' ? scalarReference(side, prices) : probabilityReference(side, prices)

/**
 * Services count from the mark or from the middle of the book, so the one that leaves the side more room; a middle further than 5 % from the
 * mark is not believed, and without a mark nothing is.
 */
function scalarReference(side: Side, { mark, mid }: KnownPrices): Price | null {
  if (mark === null || mid === null) return mark
  if (compare(absolute(subtract(mid, mark)), multiply(mark, BELIEVED_GAP)) > 0) return mark
  return side === 'buy' ? greater(mark, mid) : lesser(mark, mid)
}

function probabilityReference(side: Side, prices: KnownPrices): Price | null {
  const facing = facingPrice(side, prices)
  const middle = prices.mark ?? prices.mid
  if (facing === null || middle === null) return middle ?? facing
  return compare(absolute(subtract(facing, middle)), BELIEVED_POINTS) <= 0 ? facing : middle
}

/** What a scalar market order is counted from, whose price the terminal sets. */
export const marketOrderReference = (side: Side, prices: Pick<KnownPrices, 'mark' | 'bid' | 'ask'>): Price | null =>
  facingPrice(side, prices) ?? prices.mark

/**
 * The worst price that slippage allows, on the tick and never beyond what was allowed; a probability stays between 0 and 1.
 * @param tickSize null where the service does not say it
 */
export function worstPrice(
  family: Family,
  side: Side,
  { reference, slippagePct, tickSize }: { reference: Price; slippagePct: Decimal; tickSize: Price | null },
): Price {
  const reach = percentOf(reference, slippagePct)
  const bound = side === 'buy' ? add(reference, reach) : subtract(reference, reach)
  const rounding = side === 'buy' ? 'down' : 'up'
  if (family === 'scalar') return tickSize === null ? bound : toStep(bound, tickSize, rounding)
  const tick = tickSize ?? PROBABILITY_TICK
  return toStep(lesser(greater(bound, tick), subtract(ONE, tick)), tick, rounding)
}
