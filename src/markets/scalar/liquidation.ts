/**
 * Liquidation estimate of an isolated position: the mark at which its equity (margin + size × mark − cost) no longer covers the
 * maintenance margin, taken as half the initial margin at the market's maximum leverage. The service has the last word.
 */
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  negate,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
  whole,
  ZERO,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'

/** An isolated position, real or imagined. */
export interface IsolatedPosition {
  /** Signed: positive long, negative short. */
  readonly size: Size
  /** Average entry price. */
  readonly entry: Price
  readonly margin: Money
}

const PLACES = 18
const UNIT = '1' as Decimal

/** The position after a fill: the part against it closes it in proportion, the rest opens at `price` and `leverage`. */
export function afterFill(
  held: IsolatedPosition | null,
  side: Side,
  size: Size,
  price: Price,
  leverage: number,
): IsolatedPosition | null {
  const signed = side === 'buy' ? size : negate(size)
  const before = held?.size ?? ZERO
  const total = add(before, signed)
  if (signOf(total) === 0) return null
  const against = held !== null && signOf(before) !== 0 && signOf(before) !== signOf(signed)
  const closing = against ? lesser(absolute(before), absolute(signed)) : ZERO
  const opening = subtract(size, closing)
  const keptSize = subtract(absolute(before), closing)
  const kept = signOf(keptSize) > 0 && held !== null
  const keptMargin = kept ? (divide(multiply(held.margin, keptSize), absolute(before), PLACES) as Money) : ZERO
  const newMargin = divide(multiply(price, opening), whole(leverage), PLACES)
  const cost = add(kept ? multiply(held.entry, keptSize) : ZERO, multiply(price, opening))
  return {
    size: total,
    entry: divide(cost, absolute(total), PLACES),
    margin: add(keptMargin, newMargin),
  }
}

/** The liquidation mark, rounded to the tick on the near side; null when no positive price liquidates. */
export function liquidationPrice(position: IsolatedPosition, maxLeverage: number, tick: Price): Price | null {
  const held = absolute(position.size)
  if (signOf(held) === 0) return null
  const parts = whole(2 * maxLeverage)
  const cost = multiply(position.entry, held)
  const long = signOf(position.size) > 0
  const numerator = multiply(long ? subtract(cost, position.margin) : add(cost, position.margin), parts)
  if (signOf(numerator) <= 0) return null
  const denominator = multiply(held, long ? subtract(parts, UNIT) : add(parts, UNIT))
  const exact = divide(numerator, denominator, PLACES)
  const rounded = toStep(exact, tick, long ? 'up' : 'down')
  return compare(rounded, ZERO) > 0 ? rounded : null
}
