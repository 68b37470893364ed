/** Requests to the service and its answers, in the project's own types; the adapters read them from the wire. */
import type { Order, OrderStatus, TimeInForce } from '../../contract/account.ts'
import type { Cloid, Hex } from '../../contract/address.ts'
import type { Decimal, Fahrenheit, Price, Size } from '../../contract/decimal.ts'
import type { Side } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'

/** An EIP-712 domain as the service sent it. */
export interface TypedDataDomain {
  readonly name?: string
  readonly version?: string
  readonly chainId?: number
  readonly verifyingContract?: string
  /** No deployment has one; kept so that a domain with one is seen to differ. */
  readonly salt?: string
}

/** A canonical action for the agent wallet to sign (docs/service/prepared-actions.md#shape). */
export interface PreparedAction {
  readonly orderId: string
  readonly actionHash: Hex
  /** The action as parsed JSON, key order kept; null when the deployment does not return it. */
  readonly action: Readonly<Record<string, unknown>> | null
  readonly nonce: number | null
  /** The time after which the upstream refuses the action; part of the connection id. Absent or null: none. */
  readonly expiresAfter?: number | null
  readonly connectionId: Hex | null
  readonly domain: TypedDataDomain
  readonly agentMessage: Readonly<Record<string, unknown>>
  readonly expiresAt: Millis | null
  /** Time from the answer to the expiry, by the answer's date, ms. Absent: the answer has no date, or it does not expire. */
  readonly life?: number | undefined
  /** The estimate of a prediction; null or absent for everything else and where the service returns none. */
  readonly estimate?: {
    readonly average: Price | null
    readonly worst: Price | null
    readonly targetMark: Price | null
    /** For a binary prediction: the contracts that the amount buys. */
    readonly contracts?: Size | null
  } | null
}

/** A prepared action for the user's own wallet to sign. */
export interface UserAction {
  readonly actionHash: Hex
  readonly domain: TypedDataDomain
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** The signature of a prepared action or a user action. */
export interface SignedAction {
  readonly actionHash: Hex
  readonly signature: Hex
}

export interface SubmitAck {
  readonly status: string
  readonly oid: string | null
  readonly cloid: Cloid | null
  /** The size that filled at once, where the answer has it. */
  readonly filled?: Size | null
  /** Average price of that fill. */
  readonly averagePx?: Price | null
}

/** The submit route of a prepared action; closes have their own in the deployment's settings. */
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

export interface PrepareOrder extends Pick<Order, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'> {
  readonly tif: TimeInForce
  readonly cloid: Cloid
}

/** `POST /v1/predict` (docs/service/orders.md#predict). */
export interface PreparePredict {
  /** Index of the scalar asset, from 0. */
  readonly ordinal: number
  readonly targetF: Fahrenheit
  readonly size: Size
  readonly direction: 'long' | 'short'
  readonly slippagePct: Decimal
}

/** An order that the trader's own wallet signs, with the fields as they are signed and sent (docs/service/direct-orders.md#client-order). */
export interface ClientOrder extends Pick<PrepareOrder, 'asset' | 'side' | 'size' | 'price' | 'tif'> {
  readonly nonce: number
  readonly timestamp: number
  readonly reduce_only: boolean
}

/** The answer of `POST /v1/orders`. */
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

/** The runtime configuration of a deployment (docs/service/deployment.md#runtime-config). */
export interface RuntimeConfig {
  readonly waitlistEnabled: boolean
  readonly outcomesEnabled: boolean
}
