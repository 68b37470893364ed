/** What the venue's own traders may see and do: the same book and the same order entry as everyone. */
import type { Order, OrderBook, OrderTerms } from '../engine/index.ts'

export interface TradingFloor {
  /** The asset that trades now, null when none does. */
  live(): number | null
  book(asset: number): OrderBook
  /** Signed position of an account, lots. */
  position(account: number, asset: number): number
  /** Places an order; null when it was refused. */
  place(terms: OrderTerms): Order | null
  cancel(order: Order): void
}

/** What makers and takers think the market is worth, in fractional ticks, and how close the settlement is. */
export interface Outlook {
  readonly fair: number
  /** Seconds to the close of the bucket. */
  readonly secondsLeft: number
}
