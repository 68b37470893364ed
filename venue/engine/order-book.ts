/** One asset's resting orders by price and time: constant-time best price, insertion and removal. */
import type { Level, Order } from './order.ts'
import { TickSet } from './tick-set.ts'

/** The highest price any order may carry, in ticks: a mark of 1000.00. */
export const HIGHEST_PRICE = 100_000

class BookSide {
  readonly isBuy: boolean
  readonly levels = new Map<number, Level>()
  readonly #ticks = new TickSet(HIGHEST_PRICE)
  /** Best price, −1 when empty. */
  best = -1

  constructor(isBuy: boolean) {
    this.isBuy = isBuy
  }

  /** The next price after one, away from the market; −1 when there is none. */
  worse(price: number): number {
    return this.isBuy ? this.#ticks.atOrBelow(price - 1) : this.#ticks.atOrAbove(price + 1)
  }

  insert(order: Order): void {
    let level = this.levels.get(order.price)
    if (level === undefined) {
      level = { price: order.price, lots: 0, count: 0, first: null, last: null }
      this.levels.set(order.price, level)
      this.#ticks.add(order.price)
      if (this.best < 0 || (this.isBuy ? order.price > this.best : order.price < this.best)) this.best = order.price
    }
    // New orders come last; one brought back from before takes the place of its time.
    let before = level.last
    while (before !== null && before.time > order.time) before = before.before
    const after = before === null ? level.first : before.after
    order.level = level
    order.before = before
    order.after = after
    if (before === null) level.first = order
    else before.after = order
    if (after === null) level.last = order
    else after.before = order
    level.lots += order.remaining
    level.count++
  }

  remove(order: Order, level: Level): void {
    if (order.before === null) level.first = order.after
    else order.before.after = order.after
    if (order.after === null) level.last = order.before
    else order.after.before = order.before
    level.lots -= order.remaining
    level.count--
    order.level = null
    order.before = null
    order.after = null
    if (level.count > 0) return
    this.levels.delete(level.price)
    this.#ticks.delete(level.price)
    if (this.best === level.price) this.best = this.worse(level.price)
  }
}

/** Bids and asks of one asset. Knows prices and queues, nothing of accounts or money. */
export class OrderBook {
  readonly bids = new BookSide(true)
  readonly asks = new BookSide(false)

  /** Best bid in ticks, −1 when there is none. */
  get bestBid(): number {
    return this.bids.best
  }

  /** Best ask in ticks, −1 when there is none. */
  get bestAsk(): number {
    return this.asks.best
  }

  /** Whether an order at this price would trade at once. */
  crosses(isBuy: boolean, price: number): boolean {
    if (isBuy) return this.asks.best >= 0 && price >= this.asks.best
    return this.bids.best >= 0 && price <= this.bids.best
  }

  insert(order: Order): void {
    ;(order.isBuy ? this.bids : this.asks).insert(order)
  }

  /** Takes a resting order out; false when it rests no more. */
  remove(order: Order): boolean {
    if (order.level === null) return false
    ;(order.isBuy ? this.bids : this.asks).remove(order, order.level)
    return true
  }

  /** Takes lots off a resting order, filled or given up; it leaves the book when nothing remains. */
  shrink(order: Order, lots: number): void {
    if (order.level === null) return
    order.level.lots -= lots
    order.remaining -= lots
    if (order.remaining === 0) this.remove(order)
  }

  /** The best level that faces an order of a side, or null. */
  facing(isBuy: boolean): Level | null {
    const side = isBuy ? this.asks : this.bids
    return side.best < 0 ? null : (side.levels.get(side.best) ?? null)
  }

  /** Levels of a side from the best outward, at most `limit`. */
  *levels(isBuy: boolean, limit: number): Generator<Level> {
    const side = isBuy ? this.bids : this.asks
    let price = side.best
    for (let i = 0; i < limit && price >= 0; i++) {
      const level = side.levels.get(price)
      if (level !== undefined) yield level
      price = side.worse(price)
    }
  }

  /** Every resting order, bids first, best first, oldest first. */
  *orders(): Generator<Order> {
    for (const isBuy of [true, false]) {
      for (const level of [...this.levels(isBuy, Number.POSITIVE_INFINITY)]) {
        for (let order = level.first; order !== null; ) {
          const next: Order | null = order.after
          yield order
          order = next
        }
      }
    }
  }
}
