/** What it takes to trade up to a level: size, average price, and how much worse than the best price that is. Exact, pure. */
import {
  absolute,
  add,
  divide,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  ZERO,
} from '../../../contract/decimal.ts'
import type { BookRow } from '../../../contract/market.ts'

export interface DepthAt {
  /** The market's price of the level. */
  readonly price: Price
  /** All sizes from the best level up to this one. */
  readonly total: Size
  /** Average price of these, at one more place than `places`. */
  readonly average: Price
  /** Distance of the average from the best price, never too little. */
  readonly slippage: Price
}

/**
 * @param rows of one side, best first.
 * @param level counted from the best.
 * @param places decimal places of the market's prices.
 */
export function depthAt(
  rows: readonly Pick<BookRow, 'px' | 'sz' | 'total'>[],
  level: number,
  places: number,
): DepthAt | null {
  const [best] = rows
  const last = rows[level]
  if (best === undefined || last === undefined) return null
  let value: Money = ZERO
  let size: Size = ZERO
  for (const { px, sz } of rows.slice(0, level + 1)) {
    value = add(value, multiply(px, sz))
    size = add(size, sz)
  }
  if (signOf(size) <= 0) return null
  const exact = divide(value, size, PRECISE)
  const off = absolute(subtract(exact, best.px))
  return {
    price: last.px,
    total: last.total,
    average: toPlaces(exact, places + 1),
    slippage: toPlaces(off, places + 1, 'up'),
  }
}

/** Places that are reckoned with before rounding. */
const PRECISE = 20
