/** `GET /v1/orders/open/{address}` and `/v1/orders/history/{address}` */
import type { Order } from '../../../contract/account.ts'
import type { Wire } from '../wire.ts'
import { orderStatusOf, sideOf, tifOf } from './words.ts'

export const ordersOf = (answer: Wire): readonly Order[] => answer.items('orders').map(orderOf)

function orderOf(order: Wire): Order {
  const statusText = order.at('status').text()
  return {
    oid: order.at('oid', 'order_id').id(),
    cloid: order.at('cloid').optional((wire) => wire.cloid()),
    asset: order.at('asset', 'coin').text(),
    side: sideOf(order),
    price: order.at('price', 'px', 'limit_px').decimal(),
    size: order.at('size', 'sz').decimal(),
    filled: order.at('filled').decimal(),
    tif: order.at('tif').optional((wire) => tifOf(wire.text())),
    reduceOnly: order.at('reduce_only').flag(),
    status: orderStatusOf(statusText),
    statusText,
    time: order.at('time', 'timestamp').time(),
  }
}
