/**
 * The interface between the ladder and market families: the order that a click in a row sends, its size, and the result of the position at the price
 * of a row. The panel depends on it and knows no family.
 */
import type { AccountMoney, Fees, Order, Position, TimeInForce } from '../../../contract/account.ts'
import type { Decimal, Money, Price } from '../../../contract/decimal.ts'
import type { Intent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import type { SizePreset } from '../../../contract/size-presets.ts'
import type { SizeRead } from '../sizing.ts'

/** A click in a row: `buy` in the bid column, `sell` in the ask column, in the market's own prices. */
export interface LadderPress {
  readonly side: Side
  /** The market's own price of the row at pointer down. */
  readonly price: Price
  /** In the unit that is sent: contracts, shares, or an amount of money. */
  readonly size: Decimal
  readonly tif: TimeInForce
}

/** The trader's state in the market. */
export interface LadderFacts {
  /** Null while flat or unknown. */
  readonly position: Position | null
  /** Whether the account has been read. */
  readonly isKnown: boolean
  /** The trader's own resting orders in the market. */
  readonly orders: readonly Order[]
  /** Funds available for new orders; null while unknown. */
  readonly money: Pick<AccountMoney, 'available' | 'usdc' | 'usdhOutcome'> | null
  readonly fees: Fees | null
  /** Of a scalar market. */
  readonly leverage: number
  readonly bid: Price | null
  /** How much further than its stop the close of an exit plan may trade. */
  readonly slack: Price
}

/** The order of a click, or why there is none. */
export type LadderOrder =
  | {
      readonly intent: Intent
      /** `Buy 50 at 571.82`. */
      readonly text: string
    }
  | { readonly refusal: string }

/** The ladder of a market. */
export interface MarketLadder {
  /** Unit of the sent size: `contracts`, `shares`, `USDC`. */
  readonly unit: string
  /** The size that a click sends at the price of a row for a size preset. */
  readonly sizeOf: (preset: SizePreset, press: Pick<LadderPress, 'side' | 'price'>, facts: LadderFacts) => SizeRead
  /** Times in force, the default first; a single entry offers no choice. */
  readonly ways: readonly [TimeInForce, ...TimeInForce[]]
  /** Explains the price of a row where the price alone does not; null otherwise. */
  readonly note: string | null
  /** The last column: its title `If it settles here`, and its explanation. */
  readonly result: { readonly title: string; readonly explanation: string }
  /** Why own orders cannot be moved here; null where they can. */
  readonly staysPut: string | null
  readonly orderOf: (press: LadderPress, facts: LadderFacts) => LadderOrder
  /** The result of the position at the price, in the collateral; null while flat. */
  readonly resultAt: (price: Price, position: Position) => Money
  /** The final payout of the position where it does not depend on the row: `pays 60.00 or 0`; null otherwise. */
  readonly pays: (position: Position) => string | null
}
