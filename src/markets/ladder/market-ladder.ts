/**
 * The interface between the ladder and families of markets: which order a press in a row stands for, how much of it, and
 * what the position comes to at the price of a row. The panel asks it and knows no family.
 */
import type { AccountMoney, Fees, Order, Position, TimeInForce } from '../../../contract/account.ts'
import type { Decimal, Money, Price } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { SizeRead } from '../sizing.ts'

/** A press in a row: `buy` in the column of the bids, `sell` in that of the asks, as the market itself counts its prices. */
export interface LadderPress {
  readonly side: Side
  /** The market's own price of the row, as it was when the pointer went down. */
  readonly price: Price
  /** In what is sent: contracts, shares, or an amount of money. */
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
  /** What new orders may use; null while it is not known. */
  readonly money: Pick<AccountMoney, 'available' | 'usdc' | 'usdhOutcome'> | null
  readonly fees: Fees | null
  /** Of a scalar market. */
  readonly leverage: number
  readonly bid: Price | null
  /** How much further than its stop the close of an exit plan may trade. */
  readonly slack: Price
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
  /** What a press sends is counted in: `contracts`, `shares`, `USDC`. */
  readonly unit: string
  /** What one of the sizes to choose from comes to at the price of a row: what a press there sends. */
  readonly sizeOf: (preset: SizePreset, press: Pick<LadderPress, 'side' | 'price'>, facts: LadderFacts) => SizeRead
  /** How long an order may wait, the default first; one alone is no choice. */
  readonly ways: readonly [TimeInForce, ...TimeInForce[]]
  /** What a row of prices is, where the price alone does not say it; null else. */
  readonly note: string | null
  /** The last column: `If it settles here`, and what that counts. */
  readonly result: { readonly title: string; readonly explanation: string }
  /** Why own orders cannot be moved here; null where they can. */
  readonly staysPut: string | null
  readonly orderOf: (press: LadderPress, facts: LadderFacts) => LadderOrder
  /** What the position comes to at the price, in the collateral; null while nothing is held. */
  readonly resultAt: (price: Price, position: Position) => Money
  /** What the position pays in the end, where that is not a matter of the row: `pays 60.00 or 0`; null else. */
  readonly pays: (position: Position) => string | null
}
