/** `GET /v1/orders/open/{address}`, `/v1/orders/history/{address}` and `/v1/outcomes/orders/open/{address}` */
import type { Order } from '../../../contract/account.ts'
import { isCoin } from '../../../contract/outcome.ts'
import type { Wire } from '../wire.ts'
import { orderStatusOf, sideOf, tifOf } from './words.ts'

export const ordersOf = (answer: Wire): readonly Order[] => answer.items('orders').map(orderOf)

/** One order. Only positions can be reduced, so that an order for shares says nothing of it unless it does. */
export function orderOf(order: Wire): Order {
  const asset = order.at('asset', 'coin').text()
  const reduceOnly = order.at('reduce_only')
  const statusText = order.at('status').text()
  return {
    oid: order.at('oid', 'order_id').id(),
    cloid: order.at('cloid').optional((wire) => wire.cloid()),
    asset,
    side: sideOf(order),
    price: order.at('price', 'px', 'limit_px').decimal(),
    size: order.at('size', 'sz').decimal(),
    filled: order.at('filled').decimal(),
    tif: order.at('tif').optional((wire) => tifOf(wire.text())),
    reduceOnly: isCoin(asset) && reduceOnly.missing ? false : reduceOnly.flag(),
    status: orderStatusOf(statusText),
    statusText,
    time: order.at('time', 'timestamp').time(),
  }
}
