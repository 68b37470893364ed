/** Dragging an own order to another price: from the press over the ghost and the question to the word. Pure. */
import type { Order } from '../../../contract/account.ts'
import { compare, type Price, type Size, subtract } from '../../../contract/decimal.ts'

/** An order under the hand. `asks`: it was let go and waits for Enter, or a second click. */
export interface Dragged {
  readonly order: Order
  readonly to: Price
  readonly state: 'drags' | 'asks'
}

/** What is left of an order. */
export const leftOf = ({ size, filled }: Pick<Order, 'size' | 'filled'>): Size => subtract(size, filled)

/** Over another row. */
export const over = (dragged: Dragged, price: Price | null): Dragged =>
  dragged.state === 'asks' || price === null || price === dragged.to ? dragged : { ...dragged, to: price }

/** Let go: over its own price nothing was asked for. */
export const letGo = (dragged: Dragged): Dragged | null =>
  compare(dragged.to, dragged.order.price) === 0 ? null : { ...dragged, state: 'asks' }

/** The drag once the trader's orders were read anew; or why it ends: what it was about is no more. */
export function afterOrders(dragged: Dragged, orders: readonly Order[]): Dragged | { readonly ended: string } {
  const { order } = dragged
  const now = orders.find(({ oid }) => oid === order.oid)
  if (now === undefined) return { ended: 'The order is no more: it was filled or cancelled. Nothing was moved.' }
  if (compare(now.filled, order.filled) !== 0)
    return { ended: 'The order traded while it was dragged. Nothing was moved.' }
  return compare(now.price, order.price) === 0 && compare(now.size, order.size) === 0
    ? dragged
    : { ended: 'The order was changed elsewhere. Nothing was moved.' }
}
