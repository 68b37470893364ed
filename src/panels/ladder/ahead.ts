/**
 * The maximum queue ahead of an own order. The feed has no queue positions, so this is a bound and never shown as a plain figure: the size of all
 * others at the price when the order was first seen resting, minus trades at the price since, and never more than the current size of all others
 * there. Where indistinguishable, later orders count as ahead, and canceled ones as behind. After a gap in the data nothing is known. Pure except for
 * its state.
 */
import type { Order } from '../../../contract/account.ts'
import { greater, lesser, type Size, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import type { BookView, PublicTrade } from '../../../contract/market.ts'

/** A bound; `unknown` after a gap, null while the order has not been seen in the book. */
export type Ahead = Size | 'unknown' | null

interface Followed {
  readonly order: Order
  ahead: Ahead
  /** Time of the book that the bound is from: trades up to then are already reflected in the book. */
  asOf: number
}

type Levels = Pick<BookView, 'bids' | 'asks' | 'time' | 'stale'>

export class QueueAhead {
  readonly #orders = new Map<string, Followed>()

  /** Own resting orders. A new one is followed from the next book on. */
  setOrders(orders: readonly Order[]): void {
    const now = new Set(orders.map(({ oid }) => oid))
    for (const oid of this.#orders.keys()) if (!now.has(oid)) this.#orders.delete(oid)
    for (const order of orders) {
      const known = this.#orders.get(order.oid)
      this.#orders.set(order.oid, { ahead: known?.ahead ?? null, asOf: known?.asOf ?? order.time, order })
    }
  }

  /** A book of single prices, not grouped. */
  takeBook({ bids, asks, time, stale }: Levels): void {
    if (stale) {
      this.gap()
      return
    }
    for (const followed of this.#orders.values()) {
      const { order, ahead } = followed
      // A book from before the order rested says nothing about its queue, and an older book less than is known.
      if (ahead === 'unknown' || time <= order.time || time < followed.asOf) continue
      const rows = order.side === 'buy' ? bids : asks
      const level = rows.find(({ px }) => px === order.price)
      if (level === undefined) continue
      const others = subtract(level.sz, subtract(order.size, order.filled))
      const most = signOf(others) > 0 ? others : ZERO
      followed.ahead = ahead === null ? most : lesser(ahead, most)
      followed.asOf = time
    }
  }

  /** New trades, in any order. */
  takeTrades(trades: readonly PublicTrade[]): void {
    for (const { px, sz, side, time } of trades) {
      for (const followed of this.#orders.values()) {
        const { order, ahead } = followed
        if (ahead === null || ahead === 'unknown' || px !== order.price || side === order.side) continue
        // Trades up to the time of the book are already in its sizes; within the same millisecond that is unknown.
        if (time <= followed.asOf) continue
        const left = subtract(ahead, sz)
        followed.ahead = signOf(left) > 0 ? left : ZERO
      }
    }
  }

  /** Data may have been missed: earlier bounds are discarded. */
  gap(): void {
    for (const followed of this.#orders.values()) if (followed.ahead !== null) followed.ahead = 'unknown'
  }

  aheadOf(oid: string): Ahead {
    return this.#orders.get(oid)?.ahead ?? null
  }
}

/** `≤ 182`, `unknown`; never a bare number. Empty while the order is not in the known book. */
export const aheadText = (ahead: Ahead, write: (size: Size) => string): string =>
  ahead === null ? '' : ahead === 'unknown' ? 'unknown' : `≤ ${write(ahead)}`

/** Of several orders in one row the oldest one: unknown before any bound. */
export function longest(all: readonly Ahead[]): Ahead {
  let found: Size | null = null
  for (const ahead of all) {
    if (ahead === 'unknown') return 'unknown'
    if (ahead !== null) found = found === null ? ahead : greater(found, ahead)
  }
  return found
}
