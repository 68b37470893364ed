/** What stands in the place of a ticket while its market takes no orders. */
import type { Bucket } from '../../../contract/market.ts'
import type { Millis } from '../../../contract/time.ts'

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
