/**
 * Interface of the scalar markets for the HTTP routes (docs/service/market-data.md) and the WebSocket. As in the core's interface: no network,
 * callers are authenticated, amounts are exact decimal text, every refusal is a `VenueError`.
 */
import type {
  Account,
  Amount,
  BookInfo,
  BucketInfo,
  CandleInfo,
  Estimate,
  ForcedStatus,
  MarketInfo,
  OrderInfo,
  OrderKey,
  PlaceRequest,
  PlaceResult,
  PublicTradeInfo,
  TickerInfo,
  VenueTime,
} from '../market/index.ts'

/** Events; listeners are called synchronously, in order. */
export type ScalarEvent =
  | { kind: 'book'; asset: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** A new oracle reading or status: the context of the asset changed. */
  | { kind: 'context'; asset: string }
  /** The bucket, its phase or a market's status changed. */
  | { kind: 'bucket' }

export interface ScalarCore {
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
  /** Incremented when prepared actions on the asset become stale (status, bucket; not each trade). */
  stateVersion(asset: string): number

  leverage(account: Account, asset: string): number
  /** Resting scalar orders. Outcome orders: `outcomes.openOrders`; binary orders never rest. */
  openOrders(account: Account): OrderInfo[]

  /** @throws VenueError for every violated rule; nothing has changed then. */
  place(request: PlaceRequest): PlaceResult
  cancel(account: Account, asset: string, by: OrderKey): OrderInfo
  setLeverage(account: Account, asset: string, leverage: number): void
  estimate(asset: string, isBuy: boolean, size: Amount, slippagePct: Amount): Estimate
  /** The reduce-only order that closes `size` (all when null) of the position, for `POST /v1/close`. */
  closeOrder(
    account: Account,
    asset: string,
    size: Amount | null,
    slippagePct: Amount,
  ): PlaceRequest & { estimate: Estimate }

  /** Control, for tests and `--control`. */
  forceStatus(asset: string, status: ForcedStatus): void
}
