/**
 * Shared by the checks of all orders: the frame around the single order, its side, time in force, ids and limit
 * (docs/service/signing.md#canonical-actions).
 */
import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  ONE,
  parseDecimal,
  signOf,
  trimZeros,
} from '../../contract/decimal.ts'
import { type Differences, type Fields, isFields } from './expected-action.ts'

/** Decimals of a percentage of a price: more than any price and percentage have together. */
const PLACES = 30

/** The single order of an order action, once the frame around it is valid. */
export function onlyOrder(action: Fields, differences: Differences): Fields | null {
  differences.same('type', 'order', action.type)
  differences.same('grouping', 'na', action.grouping)
  differences.noOtherKeys('action', action, ['type', 'orders', 'grouping'])
  const order = onlyItem('orders', action, differences)
  if (order !== null) differences.noOtherKeys('order', order, ['a', 'b', 'p', 's', 'r', 't', 'c'])
  return order
}

export function onlyItem(list: 'orders' | 'cancels', action: Fields, differences: Differences): Fields | null {
  const items = action[list]
  const [item] = Array.isArray(items) && items.length === 1 ? (items as unknown[]) : []
  if (isFields(item)) return item
  differences.add(list, 'exactly one', Array.isArray(items) ? `${items.length}` : items)
  return null
}

export function checkSide(isBuy: boolean, order: Fields, differences: Differences): void {
  if (order.b === isBuy) return
  const word = (value: unknown) => (value === true ? 'buy' : value === false ? 'sell' : value)
  differences.add('side', word(isBuy), word(order.b))
}

/** `t` must be a plain limit with the time in force and nothing else: a trigger would change the order's effect. */
export function checkTif(tif: 'Gtc' | 'Ioc' | 'Alo', order: Fields, differences: Differences): void {
  const type = order.t
  const limit = isFields(type) && Object.keys(type).length === 1 ? type.limit : undefined
  if (isFields(limit) && Object.keys(limit).length === 1 && limit.tif === tif) return
  differences.add('time in force', tif, isFields(limit) && Object.keys(limit).length === 1 ? limit.tif : type)
}

/** A client order id from the service: none, or 16 bytes of hex. */
export function checkMadeCloid(order: Fields, differences: Differences): void {
  if (order.c !== undefined && !isCloid(order.c)) differences.add('cloid', undefined, order.c)
}

/** A decimal of a signed action: text, without trailing zeros. Null for anything else. */
export function signedDecimal(value: unknown): Decimal | null {
  const parsed = typeof value === 'string' ? parseDecimal(value) : null
  return parsed !== null && trimZeros(parsed) === value ? parsed : null
}

/** `pct` percent of a price or an amount. */
export const percentOf = (value: Decimal, pct: Decimal): Decimal => divide(multiply(value, pct), HUNDRED, PLACES)

/** The exact bound of a limit. */
interface LimitBound {
  readonly isBuy: boolean
  /** A buy may pay at most this, a sell must get at least this. */
  readonly worst: Decimal
  /** Prices of contracts and shares lie strictly between 0 and 1. */
  readonly probability: boolean
}

/** The limit of a market order. Returns it when it is within the bound, else adds the difference and returns null. */
export function checkLimit(bound: LimitBound, limit: unknown, differences: Differences): Decimal | null {
  const { isBuy, worst, probability } = bound
  const price = signedDecimal(limit)
  const exists = price !== null && signOf(price) > 0 && !(probability && compare(price, ONE) >= 0)
  if (exists && (isBuy ? compare(price, worst) <= 0 : compare(price, worst) >= 0)) return price
  differences.add('price', isBuy ? `at most ${trimZeros(worst)}` : `at least ${trimZeros(worst)}`, limit)
  return null
}

const isCloid = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{32}$/.test(value)
