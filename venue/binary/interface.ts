/**
 * Interface of the binary markets for the HTTP routes (`/v1/binary/*` of docs/service/binary.md) and the WebSocket. As in the core's interface: no
 * network, callers are authenticated, amounts are exact decimal text, every refusal is a `VenueError`.
 *
 * Prices are those of UP, between 0 and 1 at a tick of 0.001: buying is UP, selling is DOWN, and a DOWN contract costs 1 − price. Sizes are contracts
 * at two decimals. A position is signed: positive is UP, negative DOWN.
 */
import type {
  Account,
  Amount,
  AssetStatus,
  BookInfo,
  CandleInfo,
  Estimate,
  ForcedStatus,
  OrderInfo,
  PublicTradeInfo,
  VenueTime,
} from '../market/index.ts'
import type { BinaryPhase } from './bucket.ts'

export type { BinaryPhase } from './bucket.ts'

export type BinaryDirection = 'UP' | 'DOWN'

export interface BinaryMarketInfo {
  asset: string
  /** For the canonical order action. */
  asset_id: number
  status: AssetStatus
  /** Deciding mark, on a half tick (`570.005`); null until the asset's bucket starts. */
  midpoint: Amount | null
  sz_decimals: number
  tick_size: Amount
  /** Exactly 2. */
  leverage: number
}

export interface BinaryStatusInfo {
  paused: boolean
  active_asset: string
  phase: BinaryPhase
  /** Entry cutoff. */
  entry_cutoff: VenueTime
  /** 0 after the cutoff. */
  seconds_to_cutoff: number
}

export interface BinaryBucketInfo {
  asset: string
  start: VenueTime
  end: VenueTime
  phase: BinaryPhase
  midpoint: Amount
  server_time: VenueTime
}

export interface BinaryTickerInfo {
  asset: string
  /** Fair probability of UP. */
  mark: Amount
  mid: Amount | null
  bid: Amount | null
  ask: Amount | null
  last: Amount | null
  /** Contracts. */
  open_interest: Amount
  status: AssetStatus
  time: VenueTime
}

/** An order to be signed and placed: always IOC. */
export interface BinaryOrderRequest {
  account: Account
  asset: string
  /** UP entries and DOWN closes buy. */
  isBuy: boolean
  /** Limit in the price of UP. */
  price: Amount
  /** Contracts. */
  size: Amount
  /** True for closes. */
  reduceOnly: boolean
  cloid: string | null
}

export interface BinaryPredictRequest {
  account: Account
  asset: string
  direction: BinaryDirection
  /** Maximum total cost of the contracts, USDC; half of it is posted as margin. */
  amount_usdc: Amount
  /** Percent of the price of the direction, counted from the best opposite price. */
  slippage_pct: Amount
}

export interface BinaryCloseRequest {
  account: Account
  asset: string
  /** Direction of the position. */
  direction: BinaryDirection
  /** Null closes all of it. */
  contracts: Amount | null
  slippage_pct: Amount
}

export interface BinaryPlaceResult {
  status: 'filled' | 'partially_filled' | 'cancelled'
  oid: string
  filled_contracts: Amount
  /** In the price of UP; null when nothing filled. */
  avg_px: Amount | null
}

export type BinaryEvent =
  | { kind: 'book'; asset: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** Mark or status of the asset changed. */
  | { kind: 'context'; asset: string }
  /** Bucket, phase, midpoint or a status changed. */
  | { kind: 'bucket' }

export interface BinaryCore {
  markets(): BinaryMarketInfo[]
  status(): BinaryStatusInfo
  bucket(): BinaryBucketInfo
  ticker(asset: string): BinaryTickerInfo
  book(asset: string, levels: number): BookInfo
  recentTrades(asset: string, limit: number): PublicTradeInfo[]
  /** Candles of the fair price of UP in the asset's own buckets, oldest first; also for times before the venue started. */
  candles(asset: string, resolutionSeconds: number, from: VenueTime, to: VenueTime): CandleInfo[]
  /** Past settlements, newest first. */
  settlements(
    limit: number,
  ): { asset: string; end: VenueTime; midpoint: Amount; mark: Amount; result: BinaryDirection }[]
  openInterest(): { asset: string; open_interest: Amount; cap: Amount }[]
  /** Incremented when prepared actions on the asset become stale: phase, bucket, status. */
  stateVersion(asset: string): number

  /** Leverage set for the account: 1 until set up. */
  leverage(account: Account, asset: string): number
  /** @throws VenueError `leverage_must_be_2` for any other value. */
  setLeverage(account: Account, asset: string, leverage: number): void
  /** Sets leverage 2 on both assets. */
  setup(account: Account): void
  /**
   * The order that implements a prediction.
   * @throws VenueError `leverage_must_be_2`, `binary_wrong_phase`, `BINARY_ENTRY_CUTOFF`, `market_closed`, `bad_request`
   */
  predictOrder(request: BinaryPredictRequest): BinaryOrderRequest & { estimate: Estimate }
  /** The closing order. @throws VenueError `reduce_only_would_increase`, `binary_wrong_phase`, `market_closed`, `bad_request` */
  closeOrder(request: BinaryCloseRequest): BinaryOrderRequest & { estimate: Estimate }
  /** @throws VenueError for every violated rule; nothing has changed then. */
  place(request: BinaryOrderRequest): BinaryPlaceResult
  order(account: Account, by: { oid: string } | { cloid: string }): OrderInfo | null

  on(listener: (event: BinaryEvent) => void): () => void
  /** Control: null removes the forced status. */
  forceStatus(asset: string, status: ForcedStatus): void
}
