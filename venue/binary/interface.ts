/** Requests, results and events of the binary markets. */
import type { Account, Amount, PlaceRequest, PublicTradeInfo } from '../market/index.ts'

export type BinaryDirection = 'UP' | 'DOWN'

/**
 * An order to be signed and placed: always IOC, and reduce-only when it is a close. UP entries and DOWN closes buy; the price is the limit in the price
 * of UP, the size is in contracts.
 */
export type BinaryOrderRequest = Omit<PlaceRequest, 'tif'>

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
