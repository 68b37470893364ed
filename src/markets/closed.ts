/** What an ended market shows: the text in the place of its ticket, and how a position in it ends. */
import type { Money } from '../../contract/decimal.ts'
import type { Bucket } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'

/** A market that takes no orders: the interface that each family answers. */
export interface Closed {
  /** Where the market stands: `Settling`. */
  readonly title: string
  /** As a sentence. */
  readonly reason: string
  /** When it takes orders again, by the service's clock; `isAfter` where it is not known how long after. Null where nobody says, and where it never will. */
  readonly again: { readonly at: Millis; readonly isAfter: boolean } | null
}

export interface ClosedFacts {
  /** The scalar bucket that comes next; null while none is told. */
  readonly next: Bucket | null
  /** The service's time. */
  readonly now: number
}

/** What a position comes to when its market is over: the interface that each family answers. */
export type PositionEnd =
  /** Settles at a mark, with what was realized on the way, for who wonders about it; null where that is nothing, and while no estimate runs. */
  | { readonly by: 'mark'; readonly result: Money | null; readonly realised: Money | null }
  /** Wins or loses. */
  | { readonly by: 'side'; readonly won: Money; readonly lost: Money }
  /** Pays so much, or nothing. */
  | { readonly by: 'payout'; readonly pays: Money }
