/**
 * Outcome markets as the terminal models them, after parsing (docs/service/outcomes.md#meta). Prices are probabilities between 0 and 1; a share pays
 * 1 of the market's collateral, USDH or USDC, or nothing.
 */

import type { Order, OrderStatus, Rounded } from './account.ts'
import { COLLATERALS, type Collateral } from './collateral.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { MarketFault } from './market.ts'
import type { SafeBlock, SafeText } from './safe-text.ts'
import type { Millis } from './time.ts'

/** One tradable side of an outcome market, with its coin (`#36010`). */
export interface OutcomeSide {
  readonly index: number
  readonly name: SafeText
  readonly coin: string
}

/** A question that outcome markets answer. */
export interface OutcomeQuestion {
  readonly id: number
  readonly title: SafeText
  readonly rules: SafeBlock | null
  /** Whether exactly one outcome will win, which allows merging and negating; null when the service omits it. */
  readonly exclusive: boolean | null
  /** Ids of its outcomes; empty when the service omits them. */
  readonly outcomes: readonly number[]
  /** Whether more than one outcome belongs to it, from its own data or from the markets that refer to it: its title then identifies none of them. */
  readonly several: boolean
}

/** An entry of `GET /v1/outcomes/meta`. */
export interface OutcomeMarket extends MarketFault {
  readonly outcomeId: number
  readonly name: SafeText
  readonly sides: readonly OutcomeSide[]
  readonly questions: readonly OutcomeQuestion[]
  /** Null when the service omits it. */
  readonly expiry: Millis | null
  /** Final: trading has ended. */
  readonly expired: boolean
  /** In the settlement or grace window: no trading. */
  readonly settling: boolean
  /** Index of the winning side; null before the payout, and when the service omits it. */
  readonly winner: number | null
  readonly sizeDecimals: number | null
  readonly tickSize: Price | null
  /** Minimum order value, in the collateral; absent when the service omits it. */
  readonly minimumValue?: Money
  /** Currency of purchase and payout, as the service wrote it; absent when it omits it. */
  readonly collateral?: SafeText
}

/** The `outcomes` topic. */
export interface OutcomesView {
  readonly markets: readonly OutcomeMarket[]
  /** Why the last read failed, as the service reports it; null when it succeeded. */
  readonly error: string | null
  readonly receivedAt: Millis | null
  readonly stale: boolean
}

/** The collateral in a market's metadata; null when it names none, or one that this terminal does not know. */
export const namedCollateral = ({ collateral }: Pick<OutcomeMarket, 'collateral'>): Collateral | null =>
  COLLATERALS.find((known) => known === String(collateral)) ?? null

/** One point of `GET /v1/outcomes/price-history`. */
export interface PricePoint {
  readonly time: Millis
  readonly price: Price
}

/** Kinds of conversions, described at `ConversionKind`. */
export const CONVERSIONS = ['split', 'merge', 'merge_question', 'negate'] as const
/**
 * `split`: 1 unit of collateral into a share of each side. `merge`: a share of each side into 1 unit. `merge_question`: a share of every outcome of
 * an exclusive question into 1 unit. `negate`: a No share into a Yes share of every other outcome of the question.
 */
export type ConversionKind = (typeof CONVERSIONS)[number]

/** An entry of `GET /v1/outcomes/conversions/history`. */
export interface Conversion extends Rounded {
  readonly id: string
  /** Null for a kind that the terminal does not know. */
  readonly kind: ConversionKind | null
  readonly kindText: string
  readonly outcomeId: number | null
  readonly questionId: number | null
  readonly amount: Size | null
  readonly time: Millis
}

/** Result of `POST /v1/outcomes/order-status`. */
export interface OutcomeOrderStatus {
  /** Null when the service sends the status without the order. */
  readonly order: Order | null
  readonly status: OrderStatus
  /** The status as the service wrote it. */
  readonly statusText: string
}

/** Whether a name is a coin: `#`, then 10 × outcome id + side (docs/service/signing.md#asset-numbers). */
export const isCoin = (asset: string): boolean => asset.startsWith('#')

/** Asset number of an outcome side in signed actions (docs/service/signing.md#asset-numbers). */
export const coinAssetId = (outcomeId: number, side: number): number => 100_000_000 + 10 * outcomeId + side
