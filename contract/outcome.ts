/**
 * What the terminal knows of outcome markets, after the wire (docs/service/outcomes.md#meta).
 * Prices are probabilities between 0 and 1; a share pays 1 of the market's collateral, USDH or USDC, or nothing.
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
  /** Outcomes of which exactly one will be true may be merged and negated; null where the service does not say. */
  readonly exclusive: boolean | null
  /** Ids of the outcomes that belong to it; empty where the service does not say. */
  readonly outcomes: readonly number[]
  /** Whether more than one outcome answers it, by what it says itself or by the markets that name it: its title then names none of them. */
  readonly several: boolean
}

/** An entry of `GET /v1/outcomes/meta`. */
export interface OutcomeMarket extends MarketFault {
  readonly outcomeId: number
  readonly name: SafeText
  readonly sides: readonly OutcomeSide[]
  readonly questions: readonly OutcomeQuestion[]
  /** Null where the service does not say. */
  readonly expiry: Millis | null
  /** Terminal: nothing trades any more. */
  readonly expired: boolean
  /** In the settlement or grace window: nothing trades. */
  readonly settling: boolean
  /** Index of the side that was paid out; null before that, and where the service does not say. */
  readonly winner: number | null
  readonly sizeDecimals: number | null
  readonly tickSize: Price | null
  /** Smallest value of an order, in the collateral; missing where the service does not say. */
  readonly minimumValue?: Money
  /** What a share is bought and paid out in, in the service's word; missing where the service does not say. */
  readonly collateral?: SafeText
}

/** The `outcomes` topic. */
export interface OutcomesView {
  readonly markets: readonly OutcomeMarket[]
  /** Why the last read failed, in the service's words; null when it did not. */
  readonly error: string | null
  readonly receivedAt: Millis | null
  readonly stale: boolean
}

/** The collateral that a market's metadata names; null where it names none, or one that this terminal does not know. */
export const namedCollateral = ({ collateral }: Pick<OutcomeMarket, 'collateral'>): Collateral | null =>
  COLLATERALS.find((known) => known === String(collateral)) ?? null

/** One point of `GET /v1/outcomes/price-history`. */
export interface PricePoint {
  readonly time: Millis
  readonly price: Price
}

/** The ways to convert shares; `ConversionKind` says what each does. */
export const CONVERSIONS = ['split', 'merge', 'merge_question', 'negate'] as const
/**
 * `split`: 1 of the collateral into a share of each side. `merge`: a share of each side into 1 of it. `merge_question`: a share of every
 * outcome of an exclusive question into 1 of it. `negate`: a No into a Yes of every other outcome of the question.
 */
export type ConversionKind = (typeof CONVERSIONS)[number]

/** An entry of `GET /v1/outcomes/conversions/history`. */
export interface Conversion extends Rounded {
  readonly id: string
  /** Null for a word that the terminal does not know. */
  readonly kind: ConversionKind | null
  readonly kindText: string
  readonly outcomeId: number | null
  readonly questionId: number | null
  readonly amount: Size | null
  readonly time: Millis
}

/** What `POST /v1/outcomes/order-status` answers. */
export interface OutcomeOrderStatus {
  /** Null when the service tells the status without the order. */
  readonly order: Order | null
  readonly status: OrderStatus
  /** In the service's own word. */
  readonly statusText: string
}

/** Coins begin with `#`: 10 × outcome id + side (docs/service/signing.md#asset-numbers). Whether a name is a coin. */
export const isCoin = (asset: string): boolean => asset.startsWith('#')

/** The number under which a side of an outcome market is signed (docs/service/signing.md#asset-numbers). */
export const coinAssetId = (outcomeId: number, side: number): number => 100_000_000 + 10 * outcomeId + side
