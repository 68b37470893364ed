/** A market order as what it is sent as: immediate-or-cancel, at the worst price that the slippage allows. Pure. */
import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  type Price,
  parseTyped,
  signOf,
  subtract,
  toStep,
} from '../../../contract/decimal.ts'
import type { ScalarMarket, Side, Ticker } from '../../../contract/market.ts'
import type { TicketSummary } from './summary.ts'

/** Largest slippage that main takes, per cent. */
const MOST = '20' as Decimal

/** A slippage as typed: the number, or what is wrong with it. */
export function slippageOf(text: string): { readonly percent: Decimal } | { readonly issue: string } {
  const percent = parseTyped(text)
  if (text.trim() === '') return { issue: 'Slippage is missing.' }
  if (percent === null) return { issue: 'Slippage is not a number.' }
  if (signOf(percent) <= 0) return { issue: 'Slippage must be greater than 0.' }
  return compare(percent, MOST) > 0 ? { issue: `Slippage can be at most ${MOST} %.` } : { percent }
}

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
    const reach = divide(multiply(best, percent), '100' as Decimal, 30)
    const bound = side === 'buy' ? add(best, reach) : subtract(best, reach)
    return toStep(bound, tickSize, side === 'buy' ? 'down' : 'up') as unknown as Price
  }
  return { buy: priceOf('buy'), sell: priceOf('sell') }
}

/** One summary of two: each side at its own price. */
export const joinSummaries = (buy: TicketSummary, sell: TicketSummary): TicketSummary => ({
  ...buy,
  price: null,
  sell: sell.sell,
})
