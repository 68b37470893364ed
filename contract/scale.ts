/** Layout of a scale: prices over a range, rounded to the passive side, and sizes that add up exactly to the total. Pure. */

import { MAX_CHILDREN, MIN_CHILDREN, type ScaleOrder } from './algo.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  fromUnits,
  isMultipleOf,
  type Money,
  multiply,
  type Price,
  placesOf,
  type Size,
  signOf,
  toPlaces,
  toUnits,
  trimZeros,
  ZERO,
} from './decimal.ts'
import type { Side } from './market.ts'
import { multipleOf, positive } from './messages.ts'
import { lotOf } from './order-rules.ts'
import { priceLabel } from './price-text.ts'

/** Which end of the range has the larger orders. */
export type ScaleSkew = 'even' | 'first' | 'last'

/** A scale as typed. */
export interface ScaleShape {
  readonly side: Side
  readonly count: number
  /** Prices of the first and last order. */
  readonly from: Price
  readonly to: Price
  readonly total: Size
  readonly skew: ScaleSkew
  /** Ratio of the largest to the smallest order; required unless the sizes are even. */
  readonly ratio: Decimal
}

/** Price tick and size step; null when the service omits them. */
export interface MarketSteps {
  readonly tick: Price | null
  readonly sizeDecimals: number | null
}

export type ScaleField = 'count' | 'from' | 'to' | 'total' | 'ratio'

const MAX_RATIO = '20' as Decimal

/** The first problem and its field; null when there is none. */
export function scaleIssue(
  shape: ScaleShape,
  steps: MarketSteps,
): { readonly field: ScaleField; readonly message: string } | null {
  const { count, from, to, total, skew, ratio } = shape
  const wrong = (field: ScaleField, message: string) => ({ field, message })
  if (!Number.isSafeInteger(count) || count < MIN_CHILDREN || count > MAX_CHILDREN) {
    return wrong('count', `A scale has ${MIN_CHILDREN} to ${MAX_CHILDREN} orders.`)
  }
  for (const [field, price] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (signOf(price) <= 0) return wrong(field, positive('Price'))
    if (steps.tick !== null && !isMultipleOf(price, steps.tick)) {
      return wrong(field, multipleOf('Price', steps.tick, priceLabel(price)))
    }
  }
  if (compare(from, to) === 0) return wrong('to', 'Both prices are the same: a scale needs a range.')
  if (signOf(total) <= 0) return wrong('total', positive('Size'))
  const lot = lotOf(steps.sizeDecimals ?? placesOf(total))
  if (!isMultipleOf(total, lot)) return wrong('total', multipleOf('Size', lot, total))
  if (skew !== 'even' && (compare(ratio, '1' as Decimal) <= 0 || compare(ratio, MAX_RATIO) > 0)) {
    return wrong('ratio', `The ratio must be more than 1 and at most ${MAX_RATIO}.`)
  }
  const orders = scaleOrders(shape, steps)
  if (scaleRepeats(orders)) {
    return wrong(
      'count',
      `Fewer than ${count} ticks between ${priceLabel(from)} and ${priceLabel(to)}. Use fewer orders or a wider range.`,
    )
  }
  if (orders.some(({ size }) => signOf(size) <= 0)) {
    return wrong(
      'total',
      `${total} in ${count} orders leaves some below the lot of ${lot}. Increase the size or use fewer orders.`,
    )
  }
  return null
}

/**
 * Its orders, from first price to last. A price between two ticks is rounded to the passive side: down for a purchase, up for a sale. Sizes are whole
 * lots, rounded down; the remainder goes to the largest order, or to the first of even ones.
 */
export function scaleOrders(
  { side, count, from, to, total, skew, ratio }: ScaleShape,
  { tick, sizeDecimals }: MarketSteps,
): readonly ScaleOrder[] {
  const places = Math.max(placesOf(from), placesOf(to), tick === null ? 0 : placesOf(tick))
  const step = tick === null ? 1n : toUnits(tick, places)
  const [first, last] = [toUnits(from, places), toUnits(to, places)]
  const gaps = BigInt(count - 1)
  const priceOf = (i: number): Price => {
    const scaled = first * gaps + (last - first) * BigInt(i)
    const ticks = scaled / (gaps * step)
    const isBetween = scaled % (gaps * step) !== 0n
    return fromUnits((ticks + (isBetween && side === 'sell' ? 1n : 0n)) * step, places) as Price
  }
  const lots = sizeDecimals ?? placesOf(total)
  const all = toUnits(total, lots)
  const weights = weightsOf(count, skew, ratio)
  const sum = weights.reduce((one, other) => one + other, 0n)
  const sizes = weights.map((weight) => (all * weight) / sum)
  const rest = all - sizes.reduce((one, other) => one + other, 0n)
  const largest = skew === 'last' ? count - 1 : 0
  return sizes.map((units, i) => ({
    price: priceOf(i),
    size: fromUnits(i === largest ? units + rest : units, lots) as Size,
  }))
}

/** From 1 to the ratio in even steps. */
function weightsOf(count: number, skew: ScaleSkew, ratio: Decimal): readonly bigint[] {
  if (skew === 'even') return Array.from({ length: count }, () => 1n)
  const places = placesOf(ratio)
  const [one, most] = [toUnits('1' as Decimal, places), toUnits(ratio, places)]
  const rising = Array.from({ length: count }, (_, i) => one * BigInt(count - 1 - i) + most * BigInt(i))
  return skew === 'last' ? rising : rising.toReversed()
}

/** Whether any two of its orders have the same price. */
export const scaleRepeats = (orders: readonly ScaleOrder[]): boolean =>
  new Set(orders.map(({ price }) => trimZeros(price))).size < orders.length

/** Total size of orders. */
export const sizeOfAll = (orders: readonly Pick<ScaleOrder, 'size'>[]): Size =>
  trimZeros(orders.reduce((sum: Size, { size }) => add(sum, size), ZERO))

/** Totals of its orders. */
export interface ScaleSum {
  readonly total: Size
  readonly value: Money
  /** Price × size over the total, rounded half up to two places more than the prices have. */
  readonly average: Price
}

/** Totals of orders; null when there are none. */
export function sumOfOrders(orders: readonly ScaleOrder[]): ScaleSum | null {
  const total = sizeOfAll(orders)
  if (signOf(total) <= 0) return null
  const value = orders.reduce((sum: Money, { price, size }) => add(sum, multiply(price, size)), ZERO)
  const places = Math.max(...orders.map(({ price }) => placesOf(price))) + 2
  const average = toPlaces(divide(value, total, places + 8) as Decimal as Price, places)
  return { total, value, average }
}
