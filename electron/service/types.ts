/** What is handed to the service and what it answers, in the project's own types; the adapters read them from the wire. */
import type { OrderStatus, TimeInForce } from '../../contract/account.ts'
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
  /** Time from its answer to its expiry, by the date of that answer, ms. Absent: the answer has no date, or it does not expire. */
  readonly life?: number | undefined
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

/** What was signed of a prepared action or a user action. */
export interface SignedAction {
  readonly actionHash: Hex
  readonly signature: Hex
}

export interface SubmitAck {
  readonly status: string
  readonly oid: string | null
  readonly cloid: Cloid | null
  /** What filled at once, where the answer says it. */
  readonly filled?: Size | null
  /** At which price, on average. */
  readonly averagePx?: Price | null
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
export interface PreparePredict {
  /** Which scalar asset, counted from 0. */
  readonly ordinal: number
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

/** What the runtime configuration says of a deployment (docs/service/deployment.md#runtime-config). */
export interface RuntimeConfig {
  readonly waitlistEnabled: boolean
  readonly outcomesEnabled: boolean
}
