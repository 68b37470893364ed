/** `GET /v1/orders/open/{address}`, `/v1/orders/history/{address}` and `/v1/outcomes/orders/open/{address}` */
import type { Order } from '../../../contract/account.ts'
import { compare, type Price, type Size, signOf, subtract } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Wire } from '../wire.ts'
import { orderStatusOf, sideOf, tifOf } from './words.ts'

export const ordersOf = (answer: Wire): readonly Order[] => answer.items('orders').map(orderOf)

/**
 * Orders that are open, also in the upstream exchange's shape (docs/service/reading-the-wire.md#open-orders): without a status, with the
 * size that is left and the one that was asked for, and without a word on reducing.
 */
export const openOrdersOf = (answer: Wire): readonly Order[] => answer.items('orders').map(openOrderOf)

function openOrderOf(order: Wire): Order {
  const said = order.at('status').optional((wire) => wire.text())
  const filled = order.at('filled')
  const asked = order.at('orig_sz', 'orig_size')
  const rest = order.at('size', 'sz').decimal<Size>()
  const sizes = filled.missing && !asked.missing ? sizesOf(asked, rest) : { size: rest, filled: filled.decimal<Size>() }
  const status = said ?? (signOf(sizes.filled) > 0 ? 'partially_filled' : 'open')
  /** What does not say that it only reduces may add: it is counted so in every limit. */
  const reduceOnly = order.at('reduce_only').optional((wire) => wire.flag()) ?? false
  return { ...namesOf(order), ...sizes, reduceOnly, status: orderStatusOf(status), statusText: status }
}

/** What was asked for, and of it what is not left any more. */
function sizesOf(asked: Wire, rest: Size): Pick<Order, 'size' | 'filled'> {
  const size = asked.decimal<Size>()
  return compare(rest, size) > 0
    ? asked.fail('is less than what is left')
    : { size, filled: subtract(size, rest) as Size }
}

/** One order. Only positions can be reduced, so that an order for shares says nothing of it unless it does. */
export function orderOf(order: Wire): Order {
  const statusText = order.at('status').text()
  const names = namesOf(order)
  const reduceOnly = order.at('reduce_only')
  return {
    ...names,
    size: order.at('size', 'sz').decimal(),
    filled: order.at('filled').decimal(),
    reduceOnly: isCoin(names.asset) && reduceOnly.missing ? false : reduceOnly.flag(),
    status: orderStatusOf(statusText),
    statusText,
  }
}

const namesOf = (order: Wire) => ({
  oid: order.at('oid', 'order_id').id(),
  cloid: order.at('cloid').optional((wire) => wire.cloid()),
  asset: order.at('asset', 'coin').text(),
  side: sideOf(order),
  price: order.at('price', 'px', 'limit_px').decimal<Price>(),
  tif: order.at('tif').optional((wire) => tifOf(wire.text())),
  time: order.at('time', 'timestamp').time(),
})
