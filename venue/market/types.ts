/**
 * What the venue's markets offer to its edges (HTTP routes, WebSocket, persistence). The core knows no network, no signatures and no
 * tokens: callers have already proved who they are. All amounts are decimal text, exact. Every refusal is a `VenueError`.
 */

import type { BinaryCore } from '../binary/interface.ts'
import type { OutcomeCore } from '../outcomes/interface.ts'

/** Milliseconds since the epoch, venue time. */
export type VenueTime = number
/** Decimal text at the market's precision. */
export type Amount = string
/** A lowercase wallet address. */
export type Account = `0x${string}`

/** A refusal with its HTTP status, its machine code (docs/service/errors.md#codes) and words for the trader. */
export class VenueError extends Error {
  readonly status: number
  readonly code: string
  /** The request field it is about, where there is one. */
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
/** Statuses that control may set by hand; null gives the market back to its clock. */
export type ForcedStatus = 'paused' | 'close_only' | 'unavailable' | 'settled' | null

export interface MarketInfo {
  asset: string
  asset_id: number
  status: AssetStatus
  sz_decimals: number
  tick_size: Amount
  max_leverage: number
  station: string
}

export interface BucketInfo {
  asset: string
  start: VenueTime
  end: VenueTime
  phase: 'trading' | 'final_window' | 'settling' | 'waiting'
}

export interface TickerInfo {
  asset: string
  mark: Amount
  oracle: Amount
  mid: Amount | null
  bid: Amount | null
  ask: Amount | null
  last: Amount | null
  volume_24h: Amount
  open_interest: Amount
  prev_day: Amount
  status: AssetStatus
  time: VenueTime
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
  /** Average price of what filled at once, null when nothing did. */
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
}

export interface FillInfo {
  family: Family
  tid: string
  oid: string
  asset: string
  side: 'buy' | 'sell'
  price: Amount
  size: Amount
  fee: Amount
  liquidity: 'maker' | 'taker'
  realized_pnl: Amount
  time: VenueTime
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

/** What a market order of a size would do now (`POST /v1/predict`). */
export interface Estimate {
  avg_px: Amount | null
  worst_px: Amount | null
  /** Size that the book can fill within the slippage bound. */
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

/** What happened; listeners are called synchronously, in order. */
export type VenueEvent =
  | { kind: 'book'; asset: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** A new oracle reading or a changed status: the context of the asset is new. */
  | { kind: 'context'; asset: string }
  /** The bucket, its phase or a market's status changed. */
  | { kind: 'bucket' }
  /** Orders, fills, positions or money of an account changed. */
  | { kind: 'account'; account: Account }

export interface VenueCore {
  /** The binary markets. */
  readonly binary: BinaryCore
  /** The outcome markets. */
  readonly outcomes: OutcomeCore
  /** Venue time. */
  now(): VenueTime
  /** Runs everything that is due up to `time`: readings, traders, settlement, liquidations. Never goes back. */
  advanceTo(time: VenueTime): void
  /** When the next thing is due, for the driver's timer. */
  nextDue(): VenueTime

  markets(): MarketInfo[]
  bucket(): { current: BucketInfo | null; next: BucketInfo | null; server_time: VenueTime }
  ticker(asset: string): TickerInfo
  book(asset: string, levels: number): BookInfo
  recentTrades(asset: string, limit: number): PublicTradeInfo[]
  /** Candles of the mark, oldest first; works for times before the venue started (the oracle is a function of seed and time). */
  candles(asset: string, resolutionSeconds: number, from: VenueTime, to: VenueTime): CandleInfo[]
  openInterest(): { asset: string; open_interest: Amount; cap: Amount }[]
  /** Past settlements, newest first. */
  settlements(limit: number): { asset: string; end: VenueTime; mark: Amount }[]
  /** Counts up when the asset's market state changes so that prepared actions on it are stale (status, bucket; not each trade). */
  stateVersion(asset: string): number

  createAccount(account: Account, deposit: { usdc: Amount; usdh: Amount }): void
  hasAccount(account: Account): boolean
  account(account: Account): AccountInfo
  leverage(account: Account, asset: string): number
  fees(account: Account): { maker_bps: Amount; taker_bps: Amount }
  /** Resting scalar orders. Outcome orders: `outcomes.openOrders`; binary orders never rest. */
  openOrders(account: Account): OrderInfo[]
  /** Orders of all families in a final state, newest first. `before`: only those with an earlier time. */
  orderHistory(account: Account, limit: number, before: VenueTime | null): OrderInfo[]
  /** The account's fills in all families, newest first. */
  fills(account: Account, limit: number, before: VenueTime | null): FillInfo[]
  order(account: Account, by: { oid: string } | { cloid: string }): OrderInfo | null

  /** @throws VenueError for everything the order breaks; nothing has changed then. */
  place(request: PlaceRequest): PlaceResult
  cancel(account: Account, asset: string, by: { oid: string } | { cloid: string }): OrderInfo
  setLeverage(account: Account, asset: string, leverage: number): void
  estimate(asset: string, isBuy: boolean, size: Amount, slippagePct: Amount): Estimate
  /** The reduce-only order that closes `size` (all when null) of the position: what `POST /v1/close` prepares. */
  closeOrder(
    account: Account,
    asset: string,
    size: Amount | null,
    slippagePct: Amount,
  ): PlaceRequest & { estimate: Estimate }

  on(listener: (event: VenueEvent) => void): () => void

  /** Everything of the named accounts that must survive a restart, as plain JSON. */
  exportAccounts(accounts: Account[]): unknown
  /** Takes back what `exportAccounts` gave. Buckets that closed meanwhile are settled at the oracle's average of that time. */
  importAccounts(saved: unknown): void

  /** Control, for tests and `--control`. */
  forceStatus(asset: string, status: ForcedStatus): void
  /** Pins the oracle from now on; it wanders on from there. */
  setTemperature(temperatureF: Amount): void
}
