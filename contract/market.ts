/** What the terminal knows of scalar markets, after the wire (docs/service/market-data.md). */
import type { Fahrenheit, Money, Price, Size } from './decimal.ts'
import type { Millis } from './time.ts'

/** `unknown` stands for a word the service used that the terminal does not know: shown as the service wrote it. */
export type MarketStatus =
  | 'active'
  | 'waiting'
  | 'settling'
  | 'paused'
  | 'close_only'
  | 'settled'
  | 'unavailable'
  | 'unknown'

/** What rules out entries in a market: `tick_size 0 is out of range`. */
export interface MarketFault {
  readonly fault?: string
}

/** One scalar asset of the deployment (`GET /v1/markets`). */
export interface ScalarMarket extends MarketFault {
  readonly asset: string
  /** The asset's number in signed actions. */
  readonly assetId: number
  /** Which scalar asset it is, counted from 0: what `POST /v1/predict` calls it (docs/service/orders.md#predict). */
  readonly ordinal: number
  readonly status: MarketStatus
  /** The status in the service's own word. */
  readonly statusText: string
  readonly sizeDecimals: number
  readonly tickSize: Price
  readonly maxLeverage: number
  /** Smallest value of an order, USDC; missing where the service does not say. */
  readonly minimumValue?: Money
  readonly station: string | null
}

/** One 120-minute bucket (`GET /v1/bucket`). */
export interface Bucket {
  readonly asset: string
  readonly start: Millis
  readonly end: Millis
  /** The service's own word for the phase, null when it gives none. */
  readonly phaseText: string | null
}

/** What a trader may do in the live bucket (docs/service/buckets.md#phases). */
export type BucketPhase = 'trading' | 'final_window' | 'settling' | 'waiting'

/** A past settlement: the final mark of a bucket. */
export interface Settlement {
  readonly asset: string
  readonly end: Millis
  readonly mark: Price
}

/** Length of the final window of a bucket, of which the settlement is the average, ms (docs/service/buckets.md#settlement). */
export const TWAP_WINDOW = 120_000

/** The bucket as every window shows it; `current` is only ever what the service says. */
export interface BucketView {
  readonly current: Bucket | null
  readonly next: Bucket | null
  readonly phase: BucketPhase
  /** Server time minus this machine's, ms; add it to the local clock for countdowns. */
  readonly clockOffset: number
  /** Length of the averaging window at the bucket's end, ms (TWAP-120). */
  readonly twapWindow: number
  /** Running average of the marks seen since the final window opened; an estimate, null outside the window. */
  readonly twapEstimate: { readonly mark: Price; readonly temperature: Fahrenheit; readonly coveredMs: number } | null
  readonly receivedAt: Millis
  readonly stale: boolean
}

/** Mark and context of an asset (`activeAssetCtx`, `GET /v1/ticker`). */
export interface Ticker {
  readonly asset: string
  readonly mark: Price | null
  readonly temperature: Fahrenheit | null
  readonly oracle: Price | null
  readonly mid: Price | null
  readonly bid: Price | null
  readonly ask: Price | null
  readonly last: Price | null
  readonly volume24h: Money | null
  readonly openInterest: Size | null
  readonly prevDay: Price | null
  readonly status: MarketStatus
  /** By the service's clock: when it stamped this, or where it sends no time, when it was received. Null while that clock is not measured. */
  readonly time: Millis | null
  readonly receivedAt: Millis
  readonly stale: boolean
}

/** One price level as the service sends it. */
export interface Level {
  readonly px: Price
  readonly sz: Size
  /** Number of orders at the level, null when the service does not say. */
  readonly n: number | null
}

/** The best prices of a book, each null while that side is empty. */
export interface Touch {
  readonly bid: Price | null
  readonly ask: Price | null
  readonly stale: boolean
}

/** A whole order book, best levels first. */
export interface Book {
  readonly asset: string
  readonly time: Millis
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** One row of the order book panel; all texts are ready to show, at the market's precision. */
export interface BookRow {
  readonly px: Price
  readonly sz: Size
  /** Sum of sizes from the best level up to this one. */
  readonly total: Size
  /** total ÷ the largest total shown, 0 to 1: the length of the bar, and nothing else. */
  readonly depth: number
  /** Whether one of the trader's own resting orders is part of the level. */
  readonly own: boolean
}

/** The book as a window asked for it: grouped by a price step, cut to a number of levels. */
export interface BookView {
  readonly asset: string
  readonly bids: readonly BookRow[]
  readonly asks: readonly BookRow[]
  /** Best ask − best bid of the ungrouped book, null when a side is empty. */
  readonly spread: Price | null
  readonly mid: Price | null
  /** Time the service stamped the book with. */
  readonly time: Millis
  readonly receivedAt: Millis
  readonly stale: boolean
}

/** A side of the market, as a trader says it. */
export type Side = 'buy' | 'sell'

/** One public trade; `side` is the taker's. */
export interface PublicTrade {
  readonly tid: string
  readonly asset: string
  readonly side: Side
  readonly px: Price
  readonly sz: Size
  readonly time: Millis
}

/** The newest public trades of an asset, newest first. */
export interface TradesView {
  readonly asset: string
  readonly trades: readonly PublicTrade[]
  readonly receivedAt: Millis
  readonly stale: boolean
}

/** One candle of marks (`/tv/history`, UDF). Times are the start of the candle. */
export interface Candle {
  readonly time: Millis
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly close: Price
}

/** Candle lengths that the chart offers, in seconds. */
export const RESOLUTIONS = [1, 15, 60, 300, 900] as const
/** One of them. */
export type Resolution = (typeof RESOLUTIONS)[number]
