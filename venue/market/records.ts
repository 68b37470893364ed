/** What the venue remembers of each account besides its money: orders in the order they came, fills, and what rests. */
import type { Order } from '../engine/index.ts'
import type { FillInfo } from './types.ts'

/** An account's orders and fills beyond this are forgotten, oldest first. */
const MOST_ORDERS = 2000
const MOST_FILLS = 5000

export class AccountRecords {
  /** Resting orders by oid, oldest first. */
  readonly resting = new Map<number, Order>()
  /** Open orders by client order id. */
  readonly openCloids = new Map<string, Order>()
  /** All orders remembered, oldest first; of the venue's own traders none. */
  orders: Order[] = []
  fills: FillInfo[] = []
  readonly #keepsHistory: boolean

  constructor(keepsHistory: boolean) {
    this.#keepsHistory = keepsHistory
  }

  addOrder(order: Order): void {
    if (!this.#keepsHistory) return
    this.orders.push(order)
    if (this.orders.length > MOST_ORDERS * 1.25) {
      const surplus = this.orders.length - MOST_ORDERS
      this.orders = this.orders.filter((o, i) => i >= surplus || o.level !== null)
    }
  }

  addFill(fill: FillInfo): void {
    if (!this.#keepsHistory) return
    this.fills.push(fill)
    if (this.fills.length > MOST_FILLS * 1.25) this.fills = this.fills.slice(-MOST_FILLS)
  }

  nowResting(order: Order): void {
    this.resting.set(order.oid, order)
    if (order.cloid !== null) this.openCloids.set(order.cloid, order)
  }

  noLongerResting(order: Order): void {
    this.resting.delete(order.oid)
    if (order.cloid !== null && this.openCloids.get(order.cloid) === order) this.openCloids.delete(order.cloid)
  }

  byOid(oid: number): Order | null {
    return this.resting.get(oid) ?? this.orders.find((order) => order.oid === oid) ?? null
  }

  /** The open order with the client order id, or else the newest that had it. */
  byCloid(cloid: string): Order | null {
    return this.openCloids.get(cloid) ?? this.orders.findLast((order) => order.cloid === cloid) ?? null
  }
}
