/** `POST /v1/outcomes/order-status` */
import type { OutcomeOrderStatus } from '../../../contract/outcome.ts'
import type { Wire } from '../wire.ts'
import { orderOf } from './order.ts'
import { orderStatusOf } from './words.ts'

/** `{ order, status }`, the order alone, or the status alone. */
export function outcomeOrderStatusOf(answer: Wire): OutcomeOrderStatus {
  const wire = answer.unwrapped()
  const inner = wire.at('order')
  const found = inner.isObject ? inner : wire.at('oid', 'order_id').missing ? null : wire
  const order = found === null ? null : orderOf(found)
  const statusText = wire.at('status').optional((status) => status.text()) ?? order?.statusText
  const word = statusText ?? wire.at('status').text()
  return { order, status: orderStatusOf(word), statusText: word }
}
