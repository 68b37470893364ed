/** Scalar markets as the terminal models them, after parsing (docs/service/market-data.md). */
import type { Fahrenheit, Money, Price, Size } from './decimal.ts'
import type { Millis } from './time.ts'

/** `unknown`: a status that the terminal does not know, shown as the service wrote it. */
export type MarketStatus =
  | 'active'
  | 'waiting'
  | 'settling'
  | 'paused'
  | 'close_only'
  | 'settled'
  | 'unavailable'
  | 'unknown'

/** The fault that rules out entries in a market: `tick_size 0 is out of range`. */
export interface MarketFault {
  readonly fault?: string
}

/** One scalar asset of the deployment (`GET /v1/markets`). */
export interface ScalarMarket extends MarketFault {
  readonly asset: string
  /** The asset's number in signed actions. */
  readonly assetId: number
  /** Index of the scalar asset, from 0, which `POST /v1/predict` expects (docs/service/orders.md#predict). */
  readonly ordinal: number
  readonly status: MarketStatus
  /** The status as the service wrote it. */
  readonly statusText: string
  readonly sizeDecimals: number
  readonly tickSize: Price
  readonly maxLeverage: number
  /** Minimum order value, USDC; absent when the service omits it. */
  readonly minimumValue?: Money
  readonly station: string | null
}

/** One 120-minute bucket (`GET /v1/bucket`). */
export interface Bucket {
  readonly asset: string
  readonly start: Millis
  readonly end: Millis
  /** The phase as the service wrote it; null when it gives none. */
  readonly phaseText: string | null
}

/** Permitted actions in the live bucket (docs/service/buckets.md#phases). */
export type BucketPhase = 'trading' | 'final_window' | 'settling' | 'waiting'

/** A past settlement: the final mark of a bucket. */
export interface Settlement {
  readonly asset: string
  readonly end: Millis
  readonly mark: Price
}

/** Length of the final window of a bucket, over which the settlement is averaged, ms (docs/service/buckets.md#settlement). */
export const TWAP_WINDOW = 120_000

/** The bucket as every window shows it; `current` comes only from the service. */
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
  /** Best bid and ask: current only while the book of the asset is subscribed. */
  readonly bid: Price | null
  readonly ask: Price | null
  readonly last: Price | null
  readonly volume24h: Money | null
  readonly openInterest: Size | null
  readonly prevDay: Price | null
  readonly status: MarketStatus
  /** By the service's clock: the service's timestamp, or the time of receipt when it sends none. Null until that clock is measured. */
  readonly time: Millis | null
  readonly receivedAt: Millis
  readonly stale: boolean
}

/** One price level as the service sends it. */
export interface Level {
  readonly px: Price
  readonly sz: Size
  /** Number of orders at the level; null when the service omits it. */
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

/** One row of the order book panel; all texts are formatted at the market's precision. */
export interface BookRow {
  readonly px: Price
  readonly sz: Size
  /** Sum of sizes from the best level up to this one. */
  readonly total: Size
  /** total ÷ the largest total shown, 0 to 1: the length of the bar only. */
  readonly depth: number
  /** Whether one of the trader's own resting orders is part of the level. */
  readonly own: boolean
}

/** The book as a window requested it: grouped by a price step, limited to a number of levels. */
export interface BookView {
  readonly asset: string
  readonly bids: readonly BookRow[]
  readonly asks: readonly BookRow[]
  /** Best ask − best bid of the ungrouped book, null when a side is empty. */
  readonly spread: Price | null
  readonly mid: Price | null
  /** The service's timestamp of the book. */
  readonly time: Millis
  readonly receivedAt: Millis
  readonly stale: boolean
}

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
export type Resolution = (typeof RESOLUTIONS)[number]
