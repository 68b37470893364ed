/**
 * The interface between the ladder and families of markets: which order a press in a row stands for, in which unit sizes are chosen, and
 * what the position comes to at the price of a row. The panel asks it and knows no family.
 */
import type { Order, Position, TimeInForce } from '../../../contract/account.ts'
import type { Decimal, Money, Price } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'

/** The sizes to choose from, and what they are counted in. */
export interface LadderSizes {
  /** Printed on each: `contracts`, `shares`, `USDC`. */
  readonly unit: string
  /** Until the trader has set others. */
  readonly presets: readonly [Decimal, ...Decimal[]]
  /** Most decimal places of a size; null where the service does not say. */
  readonly places: number | null
}

/** A press in a row: `buy` in the column of the bids, `sell` in that of the asks, as the market itself counts its prices. */
export interface LadderPress {
  readonly side: Side
  /** The market's own price of the row, as it was when the pointer went down. */
  readonly price: Price
  /** In the unit of the sizes. */
  readonly size: Decimal
  readonly tif: TimeInForce
}

/** What is known of the trader in the market. */
export interface LadderFacts {
  /** Null while nothing is held, and while it is not known. */
  readonly position: Position | null
  /** Whether the account was read. */
  readonly isKnown: boolean
  /** The trader's own orders that rest in the market. */
  readonly orders: readonly Order[]
}

/** The order that a press stands for, or why there is none. */
export type LadderOrder =
  | {
      readonly intent: Intent
      /** `Buy 50 at 571.82`. */
      readonly words: string
    }
  | { readonly refusal: string }

/** A ladder, as the market wants it. */
export interface MarketLadder {
  readonly sizes: LadderSizes
  /** How long an order may wait, the default first; one alone is no choice. */
  readonly ways: readonly [TimeInForce, ...TimeInForce[]]
  /** What a row of prices is, where the price alone does not say it; null else. */
  readonly note: string | null
  /** The last column: `If it settles here`, and what that counts. */
  readonly result: { readonly title: string; readonly explanation: string }
  /** Why own orders cannot be moved here; null where they can. */
  readonly staysPut: string | null
  readonly orderOf: (press: LadderPress, facts: LadderFacts) => LadderOrder
  /** What the position comes to at the price, USDC (USDH for shares); null while nothing is held. */
  readonly resultAt: (price: Price, position: Position) => Money
  /** What the position pays in the end, where that is not a matter of the row: `pays 60.00 or 0`; null else. */
  readonly pays: (position: Position) => string | null
}
