/**
 * Reference price of a worst-price distance: the single rule for main, which plans with it, and for windows, which fix the worst price of a click
 * with it. It is the best price on the opposite side, unless that is implausibly far from the mark; otherwise the mark, or the midpoint of the book
 * when no mark is known.
 */
import type { Family } from './account.ts'
import { absolute, compare, type Price, subtract } from './decimal.ts'
import type { Side, Ticker } from './market.ts'

/** Known prices of an asset; null is unknown. */
export type KnownPrices = Pick<Ticker, 'mark' | 'mid'> & Partial<Pick<Ticker, 'bid' | 'ask'>>

/** Maximum distance from the mark at which the opposite best price is used: °F, points of probability. */
const MAX_DISTANCE: { readonly [F in Family]: Price } = {
  scalar: '1' as Price,
  binary: '0.15' as Price,
  outcome: '0.15' as Price,
}

/** The best price on the opposite side of the book; null when unknown. */
export const facingPrice = (side: Side, { bid, ask }: Partial<Pick<Ticker, 'bid' | 'ask'>>): Price | null =>
  (side === 'buy' ? ask : bid) ?? null

/** The reference of a worst-price distance, in prices of UP for binary contracts; null while no price is known. */
export function referencePrice(family: Family, side: Side, prices: KnownPrices): Price | null {
  const facing = facingPrice(side, prices)
  const middle = prices.mark ?? prices.mid
  if (facing === null || middle === null) return middle ?? facing
  return compare(absolute(subtract(facing, middle)), MAX_DISTANCE[family]) <= 0 ? facing : middle
}

/** The reference of a scalar market order, whose price the terminal sets. */
export const marketOrderReference = (side: Side, prices: Pick<KnownPrices, 'mark' | 'bid' | 'ask'>): Price | null =>
  facingPrice(side, prices) ?? prices.mark
