/**
 * Types shared by all market families: times, amounts, accounts, orders, fills, books, and refusals. All amounts are exact decimal text. Every
 * refusal is a `VenueError`.
 */

/** Milliseconds since the epoch, venue time. */
export type VenueTime = number
/** Decimal text at the market's precision. */
export type Amount = string
/** A lowercase wallet address. */
export type Account = `0x${string}`

/** A refusal with its HTTP status, its machine code (docs/service/errors.md#codes) and a message for the trader. */
export class VenueError extends Error {
  readonly status: number
  readonly code: string
  /** The request field it concerns, if any. */
  readonly field: string | null

  constructor(status: number, code: string, detail: string, field: string | null = null) {
    super(detail)
    this.name = 'VenueError'
    this.status = status
    this.code = code
    this.field = field
  }
}

export type AssetStatus = 'active' | 'waiting' | 'settling' | 'paused' | 'close_only' | 'settled' | 'unavailable'
/** Statuses that control may force; null removes the forced status. */
export type ForcedStatus = 'paused' | 'close_only' | 'unavailable' | 'settled' | null

export interface BucketInfo {
  asset: string
  start: VenueTime
  end: VenueTime
  phase: 'trading' | 'final_window' | 'settling' | 'waiting'
}

export interface BookLevel {
  px: Amount
  sz: Amount
  n: number
}

export interface BookInfo {
  asset: string
  time: VenueTime
  levels: [bids: BookLevel[], asks: BookLevel[]]
}

export type Tif = 'GTC' | 'IOC' | 'ALO'

export interface PlaceRequest {
  account: Account
  asset: string
  isBuy: boolean
  price: Amount
  size: Amount
  tif: Tif
  reduceOnly: boolean
  cloid: string | null
}

export interface PlaceResult {
  status: 'resting' | 'filled' | 'partially_filled' | 'cancelled'
  oid: string
  filled: Amount
  /** Average price of the immediate fill, null without one. */
  avg_px: Amount | null
}

/** Market families (docs/service/README.md#families). */
export type Family = 'scalar' | 'binary' | 'outcome'

export interface OrderInfo {
  family: Family
  oid: string
  cloid: string | null
  asset: string
  side: 'buy' | 'sell'
  price: Amount
  size: Amount
  filled: Amount
  tif: Tif
  reduce_only: boolean
  status: 'resting' | 'partially_filled' | 'filled' | 'cancelled' | 'rejected' | 'expired'
  time: VenueTime
  /** Time of its status. Upstream wire only. */
  status_time: VenueTime
}

export interface PositionInfo {
  family: Family
  asset: string
  /** Signed. */
  size: Amount
  entry_px: Amount
  mark_px: Amount
  leverage: number
  margin: Amount
  unrealized_pnl: Amount
  realized_pnl: Amount
  liquidation_px: Amount | null
}

export interface AccountInfo {
  positions: PositionInfo[]
  account: { equity: Amount; available: Amount; usdc: Amount; usdh: Amount; usdh_outcome: Amount }
}

export interface PublicTradeInfo {
  coin: string
  side: 'B' | 'A'
  px: Amount
  sz: Amount
  time: VenueTime
  tid: number
}

/** Estimate of a market order of a size at this moment (`POST /v1/predict`). */
export interface Estimate {
  avg_px: Amount | null
  worst_px: Amount | null
  /** Size that can fill within the slippage bound. */
  fillable: Amount
  /** Limit price at the slippage bound, on the tick. */
  limit_px: Amount
}

export interface CandleInfo {
  time: VenueTime
  open: Amount
  high: Amount
  low: Amount
  close: Amount
}
