/** What all of a parent order comes to. Pure. */
import type { AlgoOrder, ScaleOrder } from '../../contract/algo.ts'
import { greater, type Money, type Price, type Size, toPlaces } from '../../contract/decimal.ts'
import { marginOf, openingSize } from '../../contract/order-rules.ts'
import { type ScaleSum, sumOfOrders } from '../../contract/scale.ts'
import { grouped } from '../format/index.ts'
import type { BestPrices } from './algo-fields.tsx'

/** What the figures are worked out from; null where it is not known, or the market has none. */
export interface AlgoAccount {
  readonly leverage: number | null
  readonly position: Size | null
}

/** The orders of a scale; of slices all of them at their worst price. */
const ordersOf = ({ terms }: AlgoOrder): readonly ScaleOrder[] =>
  terms.kind === 'scale' ? terms.orders : [{ price: terms.worst, size: terms.total }]

export const sumOf = (order: AlgoOrder): ScaleSum | null => sumOfOrders(ordersOf(order))

/** What is paid, rounded up, or received, rounded down; of slices with the side on which the worst price leaves it. */
export function valueText({ side, terms }: Pick<AlgoOrder, 'side' | 'terms'>, value: Money): string {
  const bound = terms.kind !== 'slices' ? '' : side === 'buy' ? '≤ ' : '≥ '
  return `${bound}${grouped(toPlaces(value, 2, side === 'buy' ? 'up' : 'down'))}`
}

/** Margin for what of it opens or adds; null where it is not known. A sale ties up more the better it fills. */
export function marginFor(order: AlgoOrder, { leverage, position }: AlgoAccount, best: BestPrices): Money | null {
  if (leverage === null) return null
  if (order.reduceOnly) return '0' as Money
  const near = fillsNear(order, best)
  const dearest = ordersOf(order).map((one) => (near === null ? one : { ...one, price: greater(one.price, near) }))
  const sum = sumOfOrders(dearest)
  if (sum === null) return null
  const size = openingSize({ ...order, price: sum.average, size: sum.total }, position)
  return marginOf(sumOfOrders([{ price: sum.average, size }])?.value ?? ('0' as Money), leverage)
}

/** Where a sale fills now, above its own price; null for a purchase, which fills no dearer than it says, and for orders that only rest where they are. */
function fillsNear({ side, terms }: AlgoOrder, { bid, ask }: BestPrices): Price | null {
  if (side === 'buy') return null
  if (terms.kind === 'slices') return terms.how === 'passive' ? ask : bid
  return terms.tif === 'ALO' ? null : bid
}
