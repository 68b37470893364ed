/** Quote of a market, for one row of a market list (docs/service/market-data.md#ticker). */
import type { Size } from './decimal.ts'
import type { Ticker } from './market.ts'
import type { PricePoint } from './outcome.ts'

/**
 * The `quote` topic, and a row of `readLastPrices`. Null is a value that the service has not sent; `prevDay` of a market younger than a day is its
 * first price, if known. The best prices are current only while the service sends them.
 */
export interface Quote extends Omit<Ticker, 'temperature' | 'oracle' | 'status'> {
  /** Total size of the best `TOUCH_LEVELS` levels of each side. */
  readonly depth: { readonly bids: Size; readonly asks: Size } | null
}

/**
 * Fills missing fields of a quote from another: a history has yesterday's price, which a feed does not send. Returns the same object when nothing
 * changes.
 */
export function withKnown(quote: Quote, known: Quote | null): Quote {
  const prevDay = quote.prevDay ?? known?.prevDay ?? null
  const volume24h = quote.volume24h ?? known?.volume24h ?? null
  const openInterest = quote.openInterest ?? known?.openInterest ?? null
  const isSame = prevDay === quote.prevDay && volume24h === quote.volume24h && openInterest === quote.openInterest
  return isSame ? quote : { ...quote, prevDay, volume24h, openInterest }
}

/** Number of levels that count as depth near the touch. */
export const TOUCH_LEVELS = 5

/** One market of `readLastPrices`: its last quote and recent history. */
export interface LastPrice {
  readonly quote: Quote
  /** For a sparkline: points of the last day at most, oldest first; null before they were read. */
  readonly trend: readonly PricePoint[] | null
}

/** Result of `readLastPrices`. */
export interface LastPrices {
  /** Pass it to the next read to get newer changes; the `last_prices` topic publishes it. */
  readonly version: number
  /** Whether it is the complete list rather than the changes. */
  readonly whole: boolean
  readonly prices: readonly LastPrice[]
}
