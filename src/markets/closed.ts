/** The state of a closed market: the text in place of its ticket, and the results of a position in it. */
import type { Money } from '../../contract/decimal.ts'
import type { Bucket } from '../../contract/market.ts'
import type { Millis } from '../../contract/time.ts'

/** A market that takes no orders: the interface that each family implements. */
export interface Closed {
  /** The market's state: `Settling`. */
  readonly title: string
  /** As a sentence. */
  readonly reason: string
  /**
   * When it takes orders again, by the service's clock; `isAfter` when the delay after `at` is unknown. Null where the time is unknown, and for a
   * market that never reopens.
   */
  readonly again: { readonly at: Millis; readonly isAfter: boolean } | null
}

export interface ClosedFacts {
  /** The next scalar bucket; null until the service publishes it. */
  readonly next: Bucket | null
  /** Service time. */
  readonly now: number
}

/** The results of a position when its market ends: the interface that each family implements. */
export type PositionEnd =
  /** Settles at a mark, with the realized result for reference; null where that is zero, and while there is no settlement estimate. */
  | { readonly by: 'mark'; readonly result: Money | null; readonly realised: Money | null }
  /** Wins or loses. */
  | { readonly by: 'side'; readonly won: Money; readonly lost: Money }
  /** Pays this amount, or nothing. */
  | { readonly by: 'payout'; readonly pays: Money }
