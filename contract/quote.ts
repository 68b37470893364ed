/** What a market trades at, in one row of a list of markets (docs/service/market-data.md#ticker). */
import type { Money, Price, Size } from './decimal.ts'
import type { PricePoint } from './outcome.ts'
import type { Millis } from './time.ts'

/** The `quote` topic, and a row of what `readLastPrices` answers. Null is what the service does not say, or has not said yet. */
export interface Quote {
  readonly asset: string
  readonly mark: Price | null
  readonly mid: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  readonly last: Price | null
  /** A day ago; of a younger market its first price, where that is known. */
  readonly prevDay: Price | null
  readonly volume24h: Money | null
  readonly openInterest: Size | null
  /** Sizes of the best `TOUCH_LEVELS` levels of each side. */
  readonly depth: { readonly bids: Size; readonly asks: Size } | null
  /** By the service's clock, when the price was made; null where that is not known. */
  readonly time: Millis | null
  readonly receivedAt: Millis
  readonly stale: boolean
}

/** A quote with what only another knows: a history tells the price of yesterday, which a feed does not. The same one where that is nothing. */
export function withKnown(quote: Quote, known: Quote | null): Quote {
  const prevDay = quote.prevDay ?? known?.prevDay ?? null
  const volume24h = quote.volume24h ?? known?.volume24h ?? null
  const openInterest = quote.openInterest ?? known?.openInterest ?? null
  const isSame = prevDay === quote.prevDay && volume24h === quote.volume24h && openInterest === quote.openInterest
  return isSame ? quote : { ...quote, prevDay, volume24h, openInterest }
}

/** How many levels count as depth near the touch. */
export const TOUCH_LEVELS = 5

/** One market of `readLastPrices`: its last quote, and what is known of its past. */
export interface LastPrice {
  readonly quote: Quote
  /** For a sparkline: points of the last day at most, oldest first; null before they were read. */
  readonly trend: readonly PricePoint[] | null
}

/** What `readLastPrices` answers. */
export interface LastPrices {
  /** To ask for what is newer the next time; it is what the `last_prices` topic says. */
  readonly version: number
  /** Whether it is all there is, rather than what changed. */
  readonly whole: boolean
  readonly prices: readonly LastPrice[]
}
