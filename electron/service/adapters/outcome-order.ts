/** `POST /v1/outcomes/order-status` */
import type { OutcomeOrderStatus } from '../../../contract/outcome.ts'
import { text } from '../../../contract/safe-text.ts'
import { ServiceError } from '../errors.ts'
import type { Wire } from '../wire.ts'
import { orderOf } from './order.ts'
import { orderStatusOf } from './texts.ts'

/** The upstream's status of an unknown id. */
const UNKNOWN_ID = /^unknown[ _]?(oid|cloid|order)$/i

/**
 * `{ order, status }`, the order alone, or the status alone; upstream `{ status: "order", order: { order, status } }`.
 * @throws ServiceError, as for a 404, where the service says that it has no such order.
 */
export function outcomeOrderStatusOf(answer: Wire): OutcomeOrderStatus {
  const wire = answer.unwrapped()
  const found = wire.at('order')
  const row = found.isObject && found.at('order').isObject ? found : wire
  if (row.at('order').isObject || !row.at('oid', 'order_id').missing) {
    const order = orderOf(row)
    return { order, status: order.status, statusText: order.statusText }
  }
  const text = wire.at('status').text()
  if (UNKNOWN_ID.test(text)) throw noSuchOrder(wire.route, text)
  return { order: null, status: orderStatusOf(text), statusText: text }
}

const noSuchOrder = (route: string, label: string): ServiceError =>
  new ServiceError({
    kind: 'problem',
    route,
    status: 404,
    code: 'unknown_order',
    message: text`The venue has no such order (${label}).`,
  })
