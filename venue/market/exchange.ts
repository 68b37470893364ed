/** Matching of a family's orders against its books; the families differ in what a fill and a resting order mean for money and positions. */

import { match, newOrder, type Order, type OrderBook, type OrderStatus, type OrderTerms, setStatus } from '../engine.ts'
import type { LedgerAccount } from '../ledger/index.ts'
import { type FamilyHost, FamilyRecords } from './family.ts'

/** The part of the host that an exchange uses. */
export type ExchangeHost = Pick<FamilyHost, 'ledger' | 'quirks' | 'now' | 'takeOid' | 'takeTid' | 'accountChanged'>

/** An executed order, and what it traded at once. */
export interface Placed {
  readonly order: Order
  readonly filledLots: number
  /** Micro-units of the quote. */
  readonly filledValue: bigint
}

/** The status of an order as its answer names it. */
export const placedStatus = ({ order, filledLots }: Placed) => {
  if (order.remaining === 0) return 'filled'
  if (filledLots > 0) return 'partially_filled'
  return order.status === 'cancelled' ? 'cancelled' : 'resting'
}

export abstract class FamilyExchange {
  readonly records = new FamilyRecords()
  protected readonly host: ExchangeHost
  #filledLots = 0
  #filledValue = 0n

  constructor(host: ExchangeHost) {
    this.host = host
  }

  protected abstract bookOf(order: Order): OrderBook
  protected abstract bookChanged(asset: number): void
  /** Value of lots of the taker at a price of its book. */
  protected abstract valueOf(taker: Order, price: number, lots: number): bigint
  /** Books both sides of a fill. */
  protected abstract filled(maker: Order, taker: Order, price: number, lots: number, tid: number): void
  /** The remainder of an order rests now. */
  protected abstract rested(order: Order, account: LedgerAccount): void
  /** Lots of a resting order left the book. */
  protected abstract left(order: Order, account: LedgerAccount, lots: number): void

  /** An order with an id and the current time, not yet executed. */
  newOrder(terms: OrderTerms): Order {
    return newOrder(terms, this.host.takeOid(), this.host.now())
  }

  /** Executes an order without further checks, in the prices of its book: trades what crosses, rests the remainder of a GTC or ALO order. */
  execute(order: Order, account: LedgerAccount): Placed {
    this.records.of(account).addOrder(order)
    this.#filledLots = 0
    this.#filledValue = 0n
    if (order.tif !== 'ALO') match(this.bookOf(order), order, this.#matching)
    const placed = { order, filledLots: this.#filledLots, filledValue: this.#filledValue }
    if (order.remaining === 0) setStatus(order, 'filled', this.host.now())
    else if (order.tif === 'IOC') setStatus(order, 'cancelled', this.host.now())
    else {
      setStatus(order, order.remaining < order.lots ? 'partially_filled' : 'resting', this.host.now())
      this.bookOf(order).insert(order)
      this.rested(order, account)
      this.bookChanged(order.asset)
    }
    this.host.accountChanged(account)
    return placed
  }

  /** Removes a resting order from its book with a final status. */
  withdraw(order: Order, status: OrderStatus): void {
    const account = this.host.ledger.byId(order.owner)
    this.bookOf(order).remove(order)
    this.left(order, account, order.remaining)
    setStatus(order, status, this.host.now())
    this.bookChanged(order.asset)
    this.host.accountChanged(account)
  }

  readonly #matching = {
    fill: (maker: Order, taker: Order, price: number, lots: number): void => {
      const tid = this.host.takeTid()
      this.#filledLots += lots
      this.#filledValue += this.valueOf(taker, price, lots)
      this.left(maker, this.host.ledger.byId(maker.owner), lots)
      setStatus(maker, maker.remaining === 0 ? 'filled' : 'partially_filled', this.host.now())
      this.filled(maker, taker, price, lots, tid)
    },
    /** A trader's order, while the quirk is on. */
    tradesWithItself: (taker: Order): boolean =>
      this.host.quirks.has('self-trade-one-id') && !this.host.ledger.byId(taker.owner).internal,
    selfTrade: (maker: Order): void => this.withdraw(maker, 'cancelled'),
  }
}
