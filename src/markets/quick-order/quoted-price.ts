/** A price that was named instead of typed: the best bid, the best ask, or the middle on the passive tick. Pure. */
import { add, type Decimal, divide, type Price, toStep } from '../../../contract/decimal.ts'
import type { Side, Ticker } from '../../../contract/market.ts'
import type { QuoteName, ReadPrice } from './hand.ts'

const MISSING: Readonly<Record<QuoteName, string>> = {
  bid: 'There is no bid now.',
  mid: 'There is no middle now: a bid or an ask is missing.',
  ask: 'There is no ask now.',
}

/**
 * The price of a name for an order of a side. The middle is rounded to the tick away from the other side, so that it does not trade on arrival
 * where the best prices are a tick apart.
 * @param tick null where the service does not say it; then the middle stands as it is
 */
export function quotedPrice(
  quote: QuoteName,
  side: Side,
  { bid, ask }: Pick<Ticker, 'bid' | 'ask'>,
  tick: Price | null,
): ReadPrice {
  if (quote !== 'mid') {
    const price = quote === 'bid' ? bid : ask
    return price === null ? { issue: MISSING[quote] } : { price }
  }
  if (bid === null || ask === null) return { issue: MISSING.mid }
  const middle = divide(add<Decimal>(bid, ask), '2' as Decimal, 18) as Price
  return { price: tick === null ? middle : toStep(middle, tick, side === 'buy' ? 'down' : 'up') }
}
