/** An order inside the venue: whole numbers only, price in ticks, size in lots. */

export type TimeInForce = 'GTC' | 'IOC' | 'ALO'
export type OrderStatus = 'resting' | 'partially_filled' | 'filled' | 'cancelled' | 'expired'

/** What its owner asked for. */
export interface OrderTerms {
  /** Number of the account that owns it. */
  readonly owner: number
  /** Number of the asset. */
  readonly asset: number
  readonly isBuy: boolean
  /** Limit price in ticks. */
  readonly price: number
  /** Lots asked for; a resting reduce-only order may be shrunk. */
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
  /** When it came in, ms. */
  readonly time: number
  /** When it got its status, ms. */
  statusTime: number
  /** Neighbors in the queue of its price level; null while not resting. */
  level: Level | null
  before: Order | null
  after: Order | null
}

/** The queue at one price: first in, first filled. */
export interface Level {
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

/** Gives an order a status; the time of the one it has already stays. */
export function setStatus(order: Order, status: OrderStatus, time: number): void {
  if (order.status === status) return
  order.status = status
  order.statusTime = time
}
