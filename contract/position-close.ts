/** How a position ended that the trader did not close in this terminal: the cause, the price, and the result. */
import type { Family } from './account.ts'
import type { ConditionalKind } from './conditional.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { Millis } from './time.ts'

/**
 * `settled`: its market ended and paid. `stopped`: a stop or take-profit of this terminal closed it. `liquidated`: by the service.
 * `closed_elsewhere`: by orders of another client. `converted`: its shares were converted by another client. `unknown`: it is gone, with no known
 * cause.
 */
export type PositionCloseKind = 'settled' | 'stopped' | 'liquidated' | 'closed_elsewhere' | 'converted' | 'unknown'

/** Known facts about a closed position; null is unknown. */
export interface PositionCloseFacts {
  readonly kind: PositionCloseKind
  /** Size that ended; signed like the position: positive long or UP, negative short or DOWN. */
  readonly size: Size
  readonly entryPx: Price
  /** Settlement price, or average of the closing fills; the price of UP for binary contracts. */
  readonly price: Price | null
  /** P&L before fees, in USDC, or USDH for shares. */
  readonly result: Money | null
  /** Fees of the closing fills. */
  readonly fee: Money | null
  /** By the service's clock: its last fill, the end of its market, or when it was first missing. */
  readonly at: Millis
  /** False when it is only likely: a liquidation that no fill reports as one. */
  readonly isCertain: boolean
  /** For a stop, take-profit or time exit: its kind and price; null for a time exit. */
  readonly trigger: { readonly kind: ConditionalKind; readonly price: Price | null } | null
}

/** A close event as it was reported, once. */
export interface PositionClose extends PositionCloseFacts {
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** Display name of the market. */
  readonly name: string
  /** Number of orders in the same asset that ended with it. */
  readonly lapsed: number
  /** The whole event as a sentence. */
  readonly text: string
  /** Whether the trader has dismissed its row. */
  readonly isPutAway: boolean
  /** For a stop or take-profit that closed a part by its own setting: the size held, null when unknown. The rest stays open. */
  readonly part?: { readonly of: Size | null }
}
