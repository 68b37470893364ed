/** The largest size that an account can send. */
import {
  absolute,
  add,
  type Decimal,
  divide,
  greater,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toStep,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { lotOf } from '../../../contract/order-rules.ts'

export interface MaxSizeInput {
  readonly side: Side
  /** The price that margin is asked for. */
  readonly price: Price
  readonly available: Money | null
  readonly leverage: number
  readonly sizeDecimals: number
  /** Signed size of the position, null while unknown. */
  readonly position: Size | null
  /** The dearer of the two fee rates, basis points; null while unknown, which leaves fees out. */
  readonly feeBps: Decimal | null
  readonly reduceOnly: boolean
}

const ZERO = '0' as unknown as Decimal
const PLACES = 24
const BPS = '10000' as unknown as Decimal

/**
 * What the account can afford on one side, rounded down to the lot: what closes the position, plus what the available money covers
 * as margin and fees. Reduce-only: what closes the position. Null while the account is unknown.
 */
export function maxSize(input: MaxSizeInput): Size | null {
  const { side, price, available, leverage, position, reduceOnly } = input
  const lot = lotOf(input.sizeDecimals)
  const reducible = reducibleSize(side, position)
  if (reduceOnly) return position === null ? null : (toStep(reducible, lot, 'down') as unknown as Size)
  if (available === null || signOf(price) <= 0) return null
  const feeRate = input.feeBps === null ? ZERO : greater(divide(input.feeBps, BPS, PLACES), ZERO)
  const free = subtract(available, multiply(multiply(price, reducible), feeRate))
  if (signOf(free) <= 0) return toStep(reducible, lot, 'down') as unknown as Size
  // size × (price ÷ leverage + price × fee rate) ≤ free, multiplied through by the leverage so that only one division rounds.
  const each = multiply(price, add('1' as Decimal, multiply(feeRate, String(leverage) as Decimal)))
  const affordable = toStep(divideDown(multiply(free, String(leverage) as Decimal), each), lot, 'down')
  return toStep(add(reducible, affordable), lot, 'down') as unknown as Size
}

/** How much of the position an order of this side would close. */
export function reducibleSize(side: Side, position: Size | null): Decimal {
  if (position === null || signOf(position) === 0) return ZERO
  return signOf(position) > 0 === (side === 'sell') ? absolute(position) : ZERO
}

/** a ÷ b (both positive) that never rounds up. */
function divideDown(a: Decimal, b: Decimal): Decimal {
  const near = divide(a, b, PLACES)
  return signOf(subtract(multiply(near, b), a)) > 0 ? subtract(near, `0.${'0'.repeat(PLACES - 1)}1` as Decimal) : near
}
