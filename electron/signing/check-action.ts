/** Compares every field of a canonical action with the intent (docs/service/prepared-actions.md#verified). */
import { absolute, signOf, trimZeros } from '../../contract/decimal.ts'
import { checkBinaryClose, checkBinaryPredict, checkBinarySetup } from './check-binary.ts'
import { checkLimit, checkMadeCloid, checkSide, checkTif, onlyItem, onlyOrder } from './check-order-fields.ts'
import { checkConversion, checkOutcomeLimit, checkOutcomeMarket } from './check-outcome.ts'
import type { Differences, Expected, ExpectedAction, Fields } from './expected-action.ts'

const SIGNED_TIF = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' } as const

type Check<K extends ExpectedAction['kind']> = (expected: Expected<K>, action: Fields, differences: Differences) => void

const CHECKS: { readonly [K in ExpectedAction['kind']]: Check<K> } = {
  order: checkOrder,
  close: checkClose,
  predict: checkPredict,
  cancel: checkCancel,
  leverage: checkLeverage,
  binary_setup: checkBinarySetup,
  binary_predict: checkBinaryPredict,
  binary_close: checkBinaryClose,
  outcome_limit: checkOutcomeLimit,
  outcome_market: checkOutcomeMarket,
  conversion: checkConversion,
}

/** Adds every difference between the action and the intent; without any, signing it does what the trader wants. */
export const checkAction = <K extends ExpectedAction['kind']>(
  expected: Expected<K> & { readonly kind: K },
  action: Fields,
  differences: Differences,
): void => CHECKS[expected.kind](expected, action, differences)

/** Cancels are the same in every family. */
function checkCancel(expected: Expected<'cancel'>, action: Fields, differences: Differences): void {
  const byCloid = action.type === 'cancelByCloid' && expected.cloid !== null
  if (!byCloid) differences.same('type', 'cancel', action.type)
  differences.noOtherKeys('action', action, ['type', 'cancels'])
  const cancel = onlyItem('cancels', action, differences)
  if (cancel === null) return
  if (byCloid) {
    differences.noOtherKeys('cancels', cancel, ['asset', 'cloid'])
    differences.same('asset', expected.assetId, cancel.asset)
    differences.same('cloid', expected.cloid, cancel.cloid)
    return
  }
  differences.noOtherKeys('cancels', cancel, ['a', 'o'])
  differences.same('asset', expected.assetId, cancel.a)
  const oid = cancel.o
  if (!isInteger(oid) || String(oid) !== expected.oid) differences.add('order id', expected.oid, oid)
}

function checkLeverage(expected: Expected<'leverage'>, action: Fields, differences: Differences): void {
  differences.same('type', 'updateLeverage', action.type)
  differences.noOtherKeys('action', action, ['type', 'asset', 'isCross', 'leverage'])
  differences.same('asset', expected.assetId, action.asset)
  differences.same('cross margin', false, action.isCross)
  differences.same('leverage', expected.leverage, action.leverage)
}

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

/** Compares the orders of the scalar markets with the intent: limit orders, closes, predictions. */
function checkOrder(expected: Expected<'order'>, action: Fields, differences: Differences): void {
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

function checkClose(expected: Expected<'close'>, action: Fields, differences: Differences): void {
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

/** A market order that may open or add: IOC, no worse than the worst price, and never reduce-only. */
function checkPredict(expected: Expected<'predict'>, action: Fields, differences: Differences): void {
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
