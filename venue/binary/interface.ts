/** Requests, results and events of the binary markets. */
import type { Account, Amount, PlaceRequest, PlaceResult, PublicTradeInfo } from '../market/index.ts'

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

/** Average price: that of UP. */
export interface BinaryPlaceResult extends Omit<PlaceResult, 'filled'> {
  filled_contracts: Amount
}

export type BinaryEvent =
  | { kind: 'book'; asset: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** Mark or status of the asset changed. */
  | { kind: 'context'; asset: string }
  /** Bucket, phase, midpoint or a status changed. */
  | { kind: 'bucket' }
