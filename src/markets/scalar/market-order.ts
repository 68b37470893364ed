/** A market order as what it is sent as: immediate-or-cancel, at the worst price that the slippage allows. Pure. */
import { add, type Decimal, type Price, percentOf, subtract, toStep } from '../../../contract/decimal.ts'
import type { ScalarMarket, Side, Ticker } from '../../../contract/market.ts'
import type { TicketSummary } from './summary.ts'

/** Limits of a market order, one a side; null while there is nothing to count from. */
export type MarketPrices = { readonly [S in Side]: Price | null }

/** The best price of the other side, or the mark, and the slippage beyond it, rounded to the tick so as not to exceed it. */
export function marketPrices(
  ticker: Pick<Ticker, 'mark' | 'bid' | 'ask'> | null,
  percent: Decimal | null,
  { tickSize }: Pick<ScalarMarket, 'tickSize'>,
): MarketPrices {
  const priceOf = (side: Side): Price | null => {
    const best = (side === 'buy' ? ticker?.ask : ticker?.bid) ?? ticker?.mark ?? null
    if (best === null || percent === null) return null
    const reach = percentOf(best, percent)
    const bound = side === 'buy' ? add(best, reach) : subtract(best, reach)
    return toStep(bound, tickSize, side === 'buy' ? 'down' : 'up')
  }
  return { buy: priceOf('buy'), sell: priceOf('sell') }
}

/** One summary of two: each side at its own price. */
export const joinSummaries = (buy: TicketSummary, sell: TicketSummary): TicketSummary => ({
  ...buy,
  price: null,
  sell: sell.sell,
})
