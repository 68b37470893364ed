/**
 * The trading service as the rest of main sees it: typed reads, prepared actions, submits. Everything is already in the project's own
 * types (adapters in this folder read the wire with the tolerance of wire.md); every failure is a `ServiceError`.
 */
import type { AccessSelf, AccountView, Fees, Fill, Order, TimeInForce } from '../../contract/account.ts'
import type { Address, Cloid, Hex } from '../../contract/address.ts'
import type { Decimal, Price, Size } from '../../contract/decimal.ts'
import type { Book, Bucket, Candle, Resolution, ScalarMarket, Side, Ticker } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'
import type { DeploymentProfile } from './profile.ts'

/** An EIP-712 domain as the service sent it. */
export interface TypedDataDomain {
  readonly name?: string
  readonly version?: string
  readonly chainId?: number
  readonly verifyingContract?: string
  /** No profile has one; kept so that a domain which carries one is seen to differ. */
  readonly salt?: string
}

/** A canonical action that the agent wallet is to sign (wire.md, "Prepared actions"). */
export interface PreparedAction {
  readonly orderId: string
  readonly actionHash: Hex
  /** The action as parsed JSON, key order kept; null when the deployment does not give it. */
  readonly action: Readonly<Record<string, unknown>> | null
  readonly nonce: number | null
  /** The moment after which the upstream refuses the action; part of the connection id. Absent or null: none. */
  readonly expiresAfter?: number | null
  readonly connectionId: Hex | null
  readonly domain: TypedDataDomain
  readonly agentMessage: Readonly<Record<string, unknown>>
  readonly expiresAt: Millis | null
}

/** A prepared action that the user's own wallet is to sign. */
export interface UserAction {
  readonly actionHash: Hex
  readonly domain: TypedDataDomain
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

export interface SubmitAck {
  readonly status: string
  readonly oid: string | null
  readonly cloid: Cloid | null
}

/** Which submit route a prepared action goes to; closes have a route of their own in the profile. */
export type PreparedKind = 'order' | 'close' | 'cancel' | 'leverage'

export interface PrepareOrder {
  readonly asset: string
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly tif: TimeInForce
  readonly reduceOnly: boolean
  readonly cloid: Cloid
}

/** A page of a list that is read newest first. */
export interface Page {
  readonly limit: number
  readonly before: Millis | null
}

export interface RuntimeConfig {
  readonly waitlistEnabled: boolean
  readonly outcomesEnabled: boolean
}

export interface TradingService {
  readonly profile: DeploymentProfile

  runtimeConfig(): Promise<RuntimeConfig>
  accessSelf(): Promise<AccessSelf>
  markets(): Promise<readonly ScalarMarket[]>
  bucket(): Promise<{
    readonly current: Bucket | null
    readonly next: Bucket | null
    readonly serverTime: Millis | null
  }>
  ticker(asset: string): Promise<Omit<Ticker, 'receivedAt' | 'stale'>>
  book(asset: string): Promise<Book>
  /** `/tv/history`; candles oldest first. */
  candles(asset: string, resolution: Resolution, from: Millis, to: Millis): Promise<readonly Candle[]>
  account(address: Address): Promise<AccountView>
  openOrders(address: Address): Promise<readonly Order[]>
  orderHistory(address: Address, page: Page): Promise<readonly Order[]>
  fills(address: Address, page: Page): Promise<readonly Fill[]>
  fees(address: Address): Promise<Fees>

  prepareOrder(order: PrepareOrder): Promise<PreparedAction>
  prepareCancel(cancel: {
    readonly asset: string
    readonly oid: string
    readonly cloid: Cloid | null
  }): Promise<PreparedAction>
  prepareClose(close: {
    readonly asset: string
    readonly size: Size | null
    readonly slippagePct: Decimal
  }): Promise<PreparedAction>
  prepareLeverage(change: { readonly asset: string; readonly leverage: number }): Promise<PreparedAction>
  /**
   * Sends a signed prepared action once; never repeated by this layer. Any failure whose `delivery` is `maybe_sent` leaves the outcome
   * open: besides time-outs and cut connections that is also a server failure (5xx) and a success that cannot be read.
   */
  submitPrepared(
    kind: PreparedKind,
    signed: { readonly orderId: string; readonly actionHash: Hex; readonly signature: Hex },
  ): Promise<SubmitAck>

  prepareAgentApproval(agent: { readonly address: Address; readonly name: string }): Promise<UserAction>
  submitAgentApproval(signed: {
    readonly actionHash: Hex
    readonly signature: Hex
  }): Promise<{ readonly expiresAt: Millis | null }>
}
