/**
 * The matching engine: order books by price-time priority. An incoming order trades against the best opposite orders, oldest first, at their price.
 * Integers only: prices in ticks, sizes in lots.
 */

export type TimeInForce = 'GTC' | 'IOC' | 'ALO'
export type OrderStatus = 'resting' | 'partially_filled' | 'filled' | 'cancelled' | 'expired'

/** Terms of an order. */
export interface OrderTerms {
  /** Number of the account that owns it. */
  readonly owner: number
  /** Number of the asset. */
  readonly asset: number
  readonly isBuy: boolean
  /** Limit price in ticks. */
  readonly price: number
  /** Lots requested; a resting reduce-only order may be shrunk. */
  readonly lots: number
  readonly tif: TimeInForce
  readonly reduceOnly: boolean
  readonly cloid: string | null
}

export interface Order extends Omit<OrderTerms, 'lots'> {
  readonly oid: number
  lots: number
  /** Lots not filled yet. */
  remaining: number
  status: OrderStatus
  /** Time of arrival, ms. */
  readonly time: number
  /** Time of its status, ms. */
  statusTime: number
  /** Neighbors in the queue of its price level; null while not resting. */
  level: Level | null
  before: Order | null
  after: Order | null
}

/** The queue at one price: first in, first filled. */
interface Level {
  readonly price: number
  lots: number
  count: number
  first: Order | null
  last: Order | null
}

export const newOrder = (terms: OrderTerms, oid: number, time: number): Order => ({
  oid,
  owner: terms.owner,
  asset: terms.asset,
  isBuy: terms.isBuy,
  price: terms.price,
  lots: terms.lots,
  remaining: terms.lots,
  tif: terms.tif,
  reduceOnly: terms.reduceOnly,
  cloid: terms.cloid,
  status: 'resting',
  time,
  statusTime: time,
  level: null,
  before: null,
  after: null,
})

/** Sets the status of an order; setting the same status keeps its time. */
export function setStatus(order: Order, status: OrderStatus, time: number): void {
  if (order.status === status) return
  order.status = status
  order.statusTime = time
}

const TIERS = 4

/**
 * A set of price ticks with constant-time neighbors: bits in four tiers, each summarizing 32 words of the one below. Ticks from 0 up to 32⁴ − 1, well
 * past the highest price.
 */
export class TickSet {
  readonly #tiers: Int32Array[]

  /** @param limit highest tick in the set */
  constructor(limit: number) {
    let text = (limit >>> 5) + 1
    this.#tiers = Array.from({ length: TIERS }, () => {
      const tier = new Int32Array(text)
      text = (text >>> 5) + 1
      return tier
    })
  }

  add(tick: number): void {
    let index = tick
    for (const tier of this.#tiers) {
      const text = index >>> 5
      tier[text] = (tier[text] ?? 0) | (1 << (index & 31))
      index = text
    }
  }

  delete(tick: number): void {
    let index = tick
    for (const tier of this.#tiers) {
      const text = index >>> 5
      const left = (tier[text] ?? 0) & ~(1 << (index & 31))
      tier[text] = left
      if (left !== 0) return
      index = text
    }
  }

  /** The lowest tick ≥ `tick`, or −1. */
  atOrAbove(tick: number): number {
    let index = tick
    for (let t = 0; t < TIERS; t++) {
      const text = index >>> 5
      const bits = (this.#tiers[t]?.[text] ?? 0) & (-1 << (index & 31))
      if (bits !== 0) return this.#lowestUnder(t, (text << 5) | (31 - Math.clz32(bits & -bits)))
      index = text + 1
    }
    return -1
  }

  /** The highest tick ≤ `tick`, or −1. */
  atOrBelow(tick: number): number {
    let index = tick
    for (let t = 0; t < TIERS; t++) {
      if (index < 0) return -1
      const text = index >>> 5
      const bits = (this.#tiers[t]?.[text] ?? 0) & (-1 >>> (31 - (index & 31)))
      if (bits !== 0) return this.#highestUnder(t, (text << 5) | (31 - Math.clz32(bits)))
      index = text - 1
    }
    return -1
  }

  #lowestUnder(tier: number, index: number): number {
    let at = index
    for (let t = tier - 1; t >= 0; t--) {
      const bits = this.#tiers[t]?.[at] ?? 0
      at = (at << 5) | (31 - Math.clz32(bits & -bits))
    }
    return at
  }

  #highestUnder(tier: number, index: number): number {
    let at = index
    for (let t = tier - 1; t >= 0; t--) at = (at << 5) | (31 - Math.clz32(this.#tiers[t]?.[at] ?? 0))
    return at
  }
}

/** The highest order price, in ticks: a mark of 1000.00. */
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

  /** The next worse price; −1 when there is none. */
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
    // New orders come last; a restored one is inserted by its time.
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

/** Bids and asks of one asset. Manages prices and queues, not accounts or money. */
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

  /** Removes a resting order; false when it is not resting. */
  remove(order: Order): boolean {
    if (order.level === null) return false
    ;(order.isBuy ? this.bids : this.asks).remove(order, order.level)
    return true
  }

  /** Reduces a resting order, by a fill or otherwise; it leaves the book at zero. */
  shrink(order: Order, lots: number): void {
    if (order.level === null) return
    order.level.lots -= lots
    order.remaining -= lots
    if (order.remaining === 0) this.remove(order)
  }

  /** The best level opposite to a side, or null. */
  facing(isBuy: boolean): Level | null {
    const side = isBuy ? this.asks : this.bids
    return side.best < 0 ? null : (side.levels.get(side.best) ?? null)
  }

  /** Levels of a side from the best price on, at most `limit`. */
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

/** Callbacks of matching; each is called after the book has changed. */
interface MatchEvents {
  /** `lots` traded at the maker's price. */
  fill(maker: Order, taker: Order, price: number, lots: number): void
  /** Whether the taker trades with resting orders of its own account. */
  tradesWithItself(taker: Order): boolean
  /** The taker met an order of its own account: the resting order was removed (self-trade prevention "cancel maker") and the taker continues. */
  selfTrade(maker: Order): void
}

/** Trades `taker` up to its limit. The rest is left in `taker.remaining`; it is not inserted. */
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
