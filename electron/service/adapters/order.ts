/** `GET /v1/orders/open/{address}`, `/v1/orders/history/{address}` and `/v1/outcomes/orders/open/{address}` */
import type { Order } from '../../../contract/account.ts'
import { compare, type Size, signOf, subtract, ZERO } from '../../../contract/decimal.ts'
import { isCoin } from '../../../contract/outcome.ts'
import { completeList } from '../rows.ts'
import type { Wire } from '../wire.ts'
import { type StoredDecimals, storedDecimals } from './stored-decimals.ts'
import { orderStatusOf, sideOf, tifOf } from './texts.ts'

/** @throws PartlyUnreadable */
export const ordersOf = (answer: Wire): readonly Order[] => completeList(answer.items('orders'), 'orders', orderOf)

/**
 * Open orders, also in the upstream exchange's shape (docs/service/reading-the-wire.md#orders): without a status, with the remaining and the original
 * size, and without a reduce-only flag.
 * @throws PartlyUnreadable
 */
export const openOrdersOf = (answer: Wire): readonly Order[] =>
  completeList(answer.items('orders'), 'orders', openOrderOf)

function openOrderOf(row: Wire): Order {
  const order = insideOf(row)
  const places = storedDecimals()
  const sizes = sizesOf(order, false, places)
  const message = statusOf(row, order).optional((wire) => wire.text())
  const status = message ?? (signOf(sizes.filled) > 0 ? 'partially_filled' : 'open')
  return {
    ...namesOf(order, places),
    ...sizes,
    ...reducingOf(order, true),
    ...{ status: orderStatusOf(status), statusText: status },
    ...places.mark(),
  }
}

/** One order, alone or as upstream with its status around it: `{ order, status }`. */
export function orderOf(row: Wire): Order {
  const order = insideOf(row)
  const statusText = statusOf(row, order).text()
  const status = orderStatusOf(statusText)
  const isUpstreams = order.at('filled').missing && !secondStartOf(order).missing
  const places = storedDecimals()
  const sizes = sizesOf(order, status === 'filled', places)
  const names = namesOf(order, places)
  return { ...names, ...sizes, ...reducingOf(order, isUpstreams), status, statusText, ...places.mark() }
}

function insideOf(row: Wire): Wire {
  const inner = row.at('order')
  return inner.isObject ? inner : row
}

const statusOf = (row: Wire, order: Wire): Wire => {
  const around = row.at('status')
  return around.missing ? order.at('status') : around
}

const secondStartOf = (order: Wire): Wire => order.at('orig_sz', 'orig_size')

/**
 * Original and filled size. Upstream, `sz` is the rest of `origSz`; a completely filled order has no rest, even if `sz` is not 0. The filled size is
 * never guessed.
 */
function sizesOf(order: Wire, isWhole: boolean, places: StoredDecimals): Pick<Order, 'size' | 'filled'> {
  const filled = order.at('filled')
  const request = secondStartOf(order)
  const rest = places.size(order.at('size', 'sz'))
  if (!filled.missing || request.missing) return { size: rest, filled: places.size(filled) }
  const size = places.size(request)
  if (compare(rest, size) > 0) return request.fail('is less than what is left')
  return { size, filled: subtract(size, isWhole ? ZERO : rest) as Size }
}

/**
 * Only positions can be reduced, so an order for shares may omit the flag. Upstream, an order without it may add: it counts as adding in every limit.
 */
function reducingOf(order: Wire, mayBeSilent: boolean): Pick<Order, 'reduceOnly'> {
  const reduceOnly = order.at('reduce_only')
  const isSilent = reduceOnly.missing && (mayBeSilent || isCoin(order.at('asset', 'coin').text()))
  return { reduceOnly: isSilent ? false : reduceOnly.flag() }
}

const namesOf = (order: Wire, places: StoredDecimals) => ({
  oid: order.at('oid', 'order_id').id(),
  cloid: order.at('cloid').optional((wire) => wire.cloid()),
  asset: order.at('asset', 'coin').text(),
  side: sideOf(order),
  price: places.price(order.at('price', 'px', 'limit_px')),
  tif: order.at('tif').optional((wire) => tifOf(wire.text())),
  time: order.at('time', 'timestamp').time(),
})
