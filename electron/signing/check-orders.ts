/** Compares the orders of the scalar markets with what was asked for: limit orders, closes, predictions. */
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import { checkLimit, checkMadeCloid, checkSide, checkTif, onlyOrder } from './check-order-fields.ts'
import type { Differences, Fields } from './differences.ts'
import type { Expected } from './expected-action.ts'

const SIGNED_TIF = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' } as const

export function checkOrder(expected: Expected<'order'>, action: Fields, differences: Differences): void {
  const order = onlyOrder(action, differences)
  if (order === null) return
  differences.same('asset', expected.assetId, order.a)
  checkSide(expected.side === 'buy', order, differences)
  differences.same('price', trimZeros(expected.price), order.p)
  differences.same('size', trimZeros(expected.size), order.s)
  differences.same('reduce-only', expected.reduceOnly, order.r)
  checkTif(SIGNED_TIF[expected.tif], order, differences)
  differences.same('cloid', expected.cloid ?? undefined, order.c)
}

export function checkClose(expected: Expected<'close'>, action: Fields, differences: Differences): void {
  const order = onlyOrder(action, differences)
  if (order === null) return
  const isBuy = signOf(expected.position) < 0
  differences.same('asset', expected.assetId, order.a)
  checkSide(isBuy, order, differences)
  differences.same('size', trimZeros(expected.size ?? absolute(expected.position)), order.s)
  differences.same('reduce-only', true, order.r)
  checkTif('Ioc', order, differences)
  checkMadeCloid(order, differences)
  checkLimit({ isBuy, worst: expected.worst, probability: false }, order.p, differences)
}

/** A market order that may open or add: at once, no worse than the worst price, and never reduce-only. */
export function checkPredict(expected: Expected<'predict'>, action: Fields, differences: Differences): void {
  const order = onlyOrder(action, differences)
  if (order === null) return
  const isBuy = expected.side === 'buy'
  differences.same('asset', expected.assetId, order.a)
  checkSide(isBuy, order, differences)
  differences.same('size', trimZeros(expected.size), order.s)
  differences.same('reduce-only', false, order.r)
  checkTif('Ioc', order, differences)
  checkMadeCloid(order, differences)
  checkLimit({ isBuy, worst: expected.worst, probability: false }, order.p, differences)
}
