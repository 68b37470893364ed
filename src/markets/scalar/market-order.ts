/** A market order as what it is sent as: immediate-or-cancel, at the worst price that its distance allows. Pure. */
import type { Price } from '../../../contract/decimal.ts'
import type { ScalarMarket, Side, Ticker } from '../../../contract/market.ts'
import { worstAt } from '../../../contract/protection.ts'
import { marketOrderReference } from '../../../contract/reference-price.ts'
import type { TicketSummary } from './summary.ts'

/** Limits of a market order, one a side; null while there is nothing to count from. */
export type MarketPrices = { readonly [S in Side]: Price | null }

/** The best price of the other side, or the mark, and the distance beyond it, rounded to the tick so as not to exceed it. */
export function marketPrices(
  ticker: Pick<Ticker, 'mark' | 'bid' | 'ask'> | null,
  distance: Price | null,
  { tickSize }: Pick<ScalarMarket, 'tickSize'>,
): MarketPrices {
  const priceOf = (side: Side): Price | null => {
    const reference = ticker === null ? null : marketOrderReference(side, ticker)
    if (reference === null || distance === null) return null
    return worstAt(reference, distance, { family: 'scalar', side, tickSize })
  }
  return { buy: priceOf('buy'), sell: priceOf('sell') }
}

/** One summary of two: each side at its own price. */
export const joinSummaries = (buy: TicketSummary, sell: TicketSummary): TicketSummary => ({
  ...buy,
  price: null,
  sell: sell.sell,
})
