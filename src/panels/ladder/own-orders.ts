/** The trader's own orders in the rows: each at its true price, those of one row and side together. Pure. */
import type { Order } from '../../../contract/account.ts'
import { add, type Size, trimZeros, ZERO } from '../../../contract/decimal.ts'
import { leftOf } from './drag.ts'
import { type PriceRows, rowOf } from './price-rows.ts'

/** A tag in a row. */
export interface OwnTag {
  readonly row: number
  readonly side: Order['side']
  readonly orders: readonly Order[]
  /** What is left of them in all. */
  readonly size: Size
}

/** Of a market, from those that rest in all. */
export const ordersIn = (orders: readonly Order[], asset: string | null): readonly Order[] =>
  orders.filter((order) => order.asset === asset)

/** Those in view, from the top down; of orders of one row the oldest first. */
export function ownTags(orders: readonly Order[], rows: PriceRows): readonly OwnTag[] {
  const tags = new Map<string, OwnTag>()
  for (const order of orders.toSorted((a, b) => a.time - b.time)) {
    const row = rowOf(rows, order.price, order.side)
    if (row < 0 || row >= rows.count) continue
    const key = `${row} ${order.side}`
    const before = tags.get(key) ?? { row, side: order.side, orders: [], size: ZERO as Size }
    tags.set(key, { ...before, orders: [...before.orders, order], size: trimZeros(add(before.size, leftOf(order))) })
  }
  return [...tags.values()].sort((a, b) => a.row - b.row)
}
