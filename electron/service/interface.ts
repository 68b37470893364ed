/**
 * The trading service as the rest of main sees it: typed reads, prepared actions, submits. Everything is already in the project's own
 * types (adapters in this folder read the wire: docs/service/reading-the-wire.md); every failure is a `ServiceError`.
 */
import type { AccessSelf, AccountView, Fees, Fill, Order, OrderStatus, TimeInForce } from '../../contract/account.ts'
import type { Address, Cloid, Hex } from '../../contract/address.ts'
import type { BinaryBucket, BinaryDirection, BinaryMarket, BinaryStatus } from '../../contract/binary.ts'
import type { Decimal, Fahrenheit, Money, Price, Size } from '../../contract/decimal.ts'
import type { Book, Bucket, Candle, Resolution, ScalarMarket, Side, Ticker } from '../../contract/market.ts'
import type {
  Conversion,
  ConversionKind,
  OutcomeMarket,
  OutcomeOrderStatus,
  PricePoint,
} from '../../contract/outcome.ts'
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

/** A canonical action that the agent wallet is to sign (docs/service/prepared-actions.md#shape). */
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
  /** What a prediction would do now; null or absent for everything else and where the service gives none. */
  readonly estimate?: {
    readonly average: Price | null
    readonly worst: Price | null
    readonly targetMark: Price | null
    /** Of a binary prediction: what the amount buys. */
    readonly contracts?: Size | null
  } | null
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
  /** What filled at once, where the answer says it (binary). */
  readonly filled?: Size | null
}

/** Which submit route a prepared action goes to; closes have a route of their own in the profile. */
export type PreparedKind =
  | 'order'
  | 'close'
  | 'predict'
  | 'cancel'
  | 'leverage'
  | 'binary_predict'
  | 'binary_close'
  | 'outcome_order'
  | 'outcome_cancel'
  | 'conversion'

export interface PrepareOrder {
  readonly asset: string
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly tif: TimeInForce
  readonly reduceOnly: boolean
  readonly cloid: Cloid
}

/** `POST /v1/predict` (docs/service/orders.md#predict). */
interface PreparePredict {
  /** The asset's number. */
  readonly assetId: number
  readonly targetF: Fahrenheit
  readonly size: Size
  readonly direction: 'long' | 'short'
  readonly slippagePct: Decimal
}

/** An order that the trader's own wallet signs, field by field as it is signed and sent (docs/service/direct-orders.md#client-order). */
export interface ClientOrder {
  readonly asset: string
  readonly side: Side
  readonly size: Size
  readonly price: Price
  readonly tif: TimeInForce
  readonly nonce: number
  readonly timestamp: number
  readonly reduce_only: boolean
}

/** What `POST /v1/orders` answers. */
export interface DirectAck {
  readonly status: OrderStatus
  readonly statusText: string
  readonly oid: string | null
  readonly filled: Size | null
}

/** A page of a list that is read newest first. */
export interface Page {
  readonly limit: number
  readonly before: Millis | null
}

/** How an outcome order is to be filled (docs/service/outcomes.md#orders). */
export type OutcomeMode =
  | { readonly kind: 'limit'; readonly price: Price }
  /** Whole basis points. */
  | { readonly kind: 'market'; readonly slippageBps: number }

/** `POST /v1/outcomes/orders/prepare` */
export interface PrepareOutcomeOrder {
  readonly outcomeId: number
  readonly sideIndex: number
  readonly side: Side
  readonly size: Size
  readonly mode: OutcomeMode
}

export interface RuntimeConfig {
  readonly waitlistEnabled: boolean
  readonly outcomesEnabled: boolean
}

export interface TradingService {
  readonly profile: DeploymentProfile

  runtimeConfig(): Promise<RuntimeConfig>
  accessSelf(): Promise<AccessSelf>
  /** `POST /v1/access/request`; what the service says became of it. Sent once. */
  requestAccess(request: { readonly email: string; readonly note: string | null }): Promise<{ readonly status: string }>
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
  preparePredict(prediction: PreparePredict): Promise<PreparedAction>
  /** Sends a direct order once; never repeated by this layer. What a failure means for it is as for `submitPrepared`. */
  submitDirect(signed: { readonly order: ClientOrder; readonly signature: Hex }): Promise<DirectAck>
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

  binaryMarkets(): Promise<readonly BinaryMarket[]>
  binaryStatus(): Promise<BinaryStatus>
  binaryBucket(): Promise<BinaryBucket>
  /** `POST /v1/binary/setup` with nothing: the leverage actions to be signed; none when the leverage is 2 already. */
  prepareBinarySetup(): Promise<readonly PreparedAction[]>
  /** The same route with what was signed; sent once, and its failures as for `submitPrepared`. */
  submitBinarySetup(
    signed: readonly { readonly actionHash: Hex; readonly signature: Hex }[],
  ): Promise<{ readonly leverage: number | null; readonly ready: boolean | null }>
  prepareBinaryPredict(prediction: {
    readonly asset: string
    readonly direction: BinaryDirection
    readonly amount: Money
    readonly slippagePct: Decimal
  }): Promise<PreparedAction>
  /** `direction` is that of the position; `contracts` null closes all of it. */
  prepareBinaryClose(close: {
    readonly asset: string
    readonly direction: BinaryDirection
    readonly contracts: Size | null
    readonly slippagePct: Decimal
  }): Promise<PreparedAction>

  outcomes(): Promise<readonly OutcomeMarket[]>
  /** Oldest first; a coin without a history is missing. */
  outcomePriceHistory(coins: readonly string[]): Promise<Readonly<Record<string, readonly PricePoint[]>>>
  openOutcomeOrders(address: Address): Promise<readonly Order[]>
  outcomeOrderStatus(
    address: Address,
    by: { readonly oid: string } | { readonly cloid: Cloid },
  ): Promise<OutcomeOrderStatus>
  /** Newest first. */
  conversions(): Promise<readonly Conversion[]>
  prepareOutcomeOrder(order: PrepareOutcomeOrder): Promise<PreparedAction>
  prepareOutcomeCancel(cancel: {
    readonly outcomeId: number
    readonly sideIndex: number
    readonly cloid: Cloid
  }): Promise<PreparedAction>
  prepareConversion(conversion: {
    readonly kind: ConversionKind
    readonly outcomeId: number
    readonly questionId: number | null
    /** Null converts all there is. */
    readonly amount: Size | null
  }): Promise<PreparedAction>
  prepareTransfer(amount: Money): Promise<UserAction>
  /** Sent once; its failures as for `submitPrepared`. */
  submitTransfer(signed: { readonly actionHash: Hex; readonly signature: Hex }): Promise<{ readonly status: string }>
}
