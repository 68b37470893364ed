/** Price-time priority: an incoming order trades against the best facing orders, oldest first, at their price. */
import type { Order } from './order.ts'
import type { OrderBook } from './order-book.ts'

/** What matching tells as it goes; each call sees the book already changed. */
export interface MatchEvents {
  /** `lots` changed hands at the maker's price. */
  fill(maker: Order, taker: Order, price: number, lots: number): void
  /** Whether the taker trades with resting orders of its own account. */
  tradesWithItself(taker: Order): boolean
  /**
   * The taker met an order of its own account: the resting order was taken out (self-trade prevention "cancel maker") and the taker
   * goes on.
   */
  selfTrade(maker: Order): void
}

/** Trades `taker` as far as its limit and the book allow. What remains is left in `taker.remaining`; it is not inserted. */
export function match(book: OrderBook, taker: Order, events: MatchEvents): void {
  while (taker.remaining > 0) {
    const level = book.facing(taker.isBuy)
    if (level === null || (taker.isBuy ? level.price > taker.price : level.price < taker.price)) return
    const maker = level.first
    if (maker === null) return
    if (maker.owner === taker.owner && !events.tradesWithItself(taker)) {
      book.remove(maker)
      events.selfTrade(maker)
      continue
    }
    const lots = Math.min(maker.remaining, taker.remaining)
    book.shrink(maker, lots)
    taker.remaining -= lots
    events.fill(maker, taker, level.price, lots)
  }
}
