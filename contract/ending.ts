/** How a position ended that the trader did not close by hand in this terminal: what took it, at what price, and what it came to. */
import type { Family } from './account.ts'
import type { ConditionalKind } from './conditional.ts'
import type { Money, Price, Size } from './decimal.ts'
import type { Millis } from './time.ts'

/**
 * `settled`: its market ended and paid. `stopped`: a stop or take-profit of this terminal closed it. `liquidated`: by the service.
 * `closed_elsewhere`: by orders that are not this terminal's. `converted`: its shares, by a conversion that is not this terminal's.
 * `unknown`: it is gone, and nothing says how.
 */
export type EndingKind = 'settled' | 'stopped' | 'liquidated' | 'closed_elsewhere' | 'converted' | 'unknown'

/** What is known of an end; null is what is not known. */
export interface EndingFacts {
  readonly kind: EndingKind
  /** What ended of it; signed as the position was: positive long or UP, negative short or DOWN. */
  readonly size: Size
  readonly entryPx: Price
  /** Settlement, or average of the fills that took it; of binary contracts the price of UP. */
  readonly price: Price | null
  /** Profit without fees, in USDC, of shares in USDH. */
  readonly result: Money | null
  /** Fees of the fills that took it. */
  readonly fee: Money | null
  /** By the service's clock: its last fill, the end of its market, or else when it was missed. */
  readonly at: Millis
  /** False where it is only likely: a liquidation that no fill calls one. */
  readonly isCertain: boolean
  /** Of a stop, a take-profit or a time exit: which, and its price; null for one that goes by the clock. */
  readonly trigger: { readonly kind: ConditionalKind; readonly price: Price | null } | null
}

/** An end as it was told, once. */
export interface Ending extends EndingFacts {
  readonly id: string
  readonly family: Family
  readonly asset: string
  /** The market as a person calls it. */
  readonly name: string
  /** Orders in the same asset that ended with it. */
  readonly lapsed: number
  /** The whole of it in a sentence. */
  readonly words: string
  /** Whether the trader has put its row away. */
  readonly isPutAway: boolean
  /** Of a stop or take-profit that closed a part by its own setting: how much was held, null where that is not known. The rest goes on. */
  readonly part?: { readonly of: Size | null }
}
