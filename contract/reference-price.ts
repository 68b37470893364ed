/**
 * Which price the distance of a worst price is counted from: the one rule for main, which plans by it, and for windows, which fix the worst
 * price of a click by it. It is the best price that faces the order, unless that lies too far from the mark to be believed; else the mark, or
 * the middle of the book where no mark is known.
 */
import type { Family } from './account.ts'
import { absolute, compare, type Price, subtract } from './decimal.ts'
import type { Side, Ticker } from './market.ts'

/** What is known of an asset's prices; null is what is not. */
export type KnownPrices = Pick<Ticker, 'mark' | 'mid'> & Partial<Pick<Ticker, 'bid' | 'ask'>>

/** Furthest that the best price facing an order may lie from the mark to be counted from: °F, points of probability. */
const BELIEVED: { readonly [F in Family]: Price } = {
  scalar: '1' as Price,
  binary: '0.15' as Price,
  outcome: '0.15' as Price,
}

/** The best price on the side of the book that an order meets; null where it is not known. */
export const facingPrice = (side: Side, { bid, ask }: Partial<Pick<Ticker, 'bid' | 'ask'>>): Price | null =>
  (side === 'buy' ? ask : bid) ?? null

/** What the distance of a worst price is counted from, of binary contracts in prices of UP; null while nothing is known to count from. */
export function referencePrice(family: Family, side: Side, prices: KnownPrices): Price | null {
  const facing = facingPrice(side, prices)
  const middle = prices.mark ?? prices.mid
  if (facing === null || middle === null) return middle ?? facing
  return compare(absolute(subtract(facing, middle)), BELIEVED[family]) <= 0 ? facing : middle
}

/** What a scalar market order is counted from, whose price the terminal sets. */
export const marketOrderReference = (side: Side, prices: Pick<KnownPrices, 'mark' | 'bid' | 'ask'>): Price | null =>
  facingPrice(side, prices) ?? prices.mark
