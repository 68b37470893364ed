/** Compares every field of a canonical action with what was asked for (agent-signing.md, "Actions that the agent wallet signs"). */
import { assertNever } from '../../contract/brand.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  parseDecimal,
  signOf,
  subtract,
  trimZeros,
} from '../../contract/decimal.ts'
import { type Differences, type Fields, isFields } from './differences.ts'
import type { ExpectedAction } from './expected-action.ts'

type Expected<K extends ExpectedAction['kind']> = Extract<ExpectedAction, { kind: K }>

const SIGNED_TIF = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' } as const

/** Adds every difference between the action and what was asked for; none means that signing it does what the trader wants. */
export function checkAction(expected: ExpectedAction, action: Fields, differences: Differences): void {
  switch (expected.kind) {
    case 'order':
      checkOrder(expected, action, differences)
      break
    case 'close':
      checkClose(expected, action, differences)
      break
    case 'predict':
      checkPredict(expected, action, differences)
      break
    case 'cancel':
      checkCancel(expected, action, differences)
      break
    case 'leverage':
      checkLeverage(expected, action, differences)
      break
    default:
      assertNever(expected, 'expected action')
  }
}

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
  if (order.c !== undefined && !isCloid(order.c)) differences.add('cloid', undefined, order.c)
  checkSlippage(expected, isBuy, order.p, differences)
}

/** A market order that may open or add: at once, no worse than the slippage allows, and never reduce-only. */
function checkPredict(expected: Expected<'predict'>, action: Fields, differences: Differences): void {
  const order = onlyOrder(action, differences)
  if (order === null) return
  const isBuy = expected.side === 'buy'
  differences.same('asset', expected.assetId, order.a)
  checkSide(isBuy, order, differences)
  differences.same('size', trimZeros(expected.size), order.s)
  differences.same('reduce-only', false, order.r)
  checkTif('Ioc', order, differences)
  if (order.c !== undefined && !isCloid(order.c)) differences.add('cloid', undefined, order.c)
  checkSlippage(expected, isBuy, order.p, differences)
}

/** A buy may pay at most mark × (1 + slippage), a sell must get at least mark × (1 − slippage), give or take the allowance. */
function checkSlippage(
  expected: Expected<'close' | 'predict'>,
  isBuy: boolean,
  limit: unknown,
  differences: Differences,
): void {
  const margin = add(
    divide(multiply(expected.referenceMark, expected.slippagePct), '100' as Decimal, 30),
    expected.allowance ?? ('0' as Decimal),
  )
  const bound = trimZeros(isBuy ? add(expected.referenceMark, margin) : subtract(expected.referenceMark, margin))
  const price = typeof limit === 'string' ? parseDecimal(limit) : null
  const within =
    price !== null && signOf(price) > 0 && (isBuy ? compare(price, bound) <= 0 : compare(price, bound) >= 0)
  if (!within || trimZeros(price) !== limit) {
    differences.add('price', `${isBuy ? 'at most' : 'at least'} ${bound}`, limit)
  }
}

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

/** The one order of an order action, once the frame around it is what it should be. */
function onlyOrder(action: Fields, differences: Differences): Fields | null {
  differences.same('type', 'order', action.type)
  differences.same('grouping', 'na', action.grouping)
  differences.noOtherKeys('action', action, ['type', 'orders', 'grouping'])
  const order = onlyItem('orders', action, differences)
  if (order !== null) differences.noOtherKeys('order', order, ['a', 'b', 'p', 's', 'r', 't', 'c'])
  return order
}

function onlyItem(list: 'orders' | 'cancels', action: Fields, differences: Differences): Fields | null {
  const items = action[list]
  const [item] = Array.isArray(items) && items.length === 1 ? (items as unknown[]) : []
  if (isFields(item)) return item
  differences.add(list, 'exactly one', Array.isArray(items) ? `${items.length}` : items)
  return null
}

function checkSide(isBuy: boolean, order: Fields, differences: Differences): void {
  if (order.b === isBuy) return
  const word = (value: unknown) => (value === true ? 'buy' : value === false ? 'sell' : value)
  differences.add('side', word(isBuy), word(order.b))
}

/** `t` must be a plain limit with the time in force and nothing else: a trigger would change what the order does. */
function checkTif(tif: string, order: Fields, differences: Differences): void {
  const type = order.t
  const limit = isFields(type) && Object.keys(type).length === 1 ? type.limit : undefined
  if (isFields(limit) && Object.keys(limit).length === 1 && limit.tif === tif) return
  differences.add('time in force', tif, isFields(limit) && Object.keys(limit).length === 1 ? limit.tif : type)
}

const isInteger = (value: unknown): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)
const isCloid = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{32}$/.test(value)
