/** What a position comes to when its market is over. */
import type { Money } from '../../../contract/decimal.ts'

export type PositionEnd =
  /** Settles at a mark, with what was realized on the way, for who wonders about it; null where that is nothing, and while no estimate runs. */
  | { readonly by: 'mark'; readonly result: Money | null; readonly realised: Money | null }
  /** Wins or loses. */
  | { readonly by: 'side'; readonly won: Money; readonly lost: Money }
  /** Pays so much, or nothing. */
  | { readonly by: 'payout'; readonly pays: Money }
