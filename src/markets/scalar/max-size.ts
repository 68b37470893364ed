/** The largest size that an account can send. */
import {
  absolute,
  add,
  BASIS_POINTS,
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
  whole,
  ZERO,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { lotOf, type OrderContext, type OrderTerms } from '../../../contract/order-rules.ts'

/** Margin is calculated at `price`; nothing is known of the size without `available`. */
interface MaxSizeInput
  extends Omit<OrderTerms, 'size'>,
    Pick<OrderContext, 'available' | 'leverage' | 'sizeDecimals' | 'position'> {
  /** The dearer of the two fee rates, basis points; null while unknown, which ignores fees. */
  readonly feeBps: Decimal | null
}

const PLACES = 24

/**
 * The size that the account can afford on one side, rounded down to the lot: the part that closes the position, plus what the available money covers
 * as margin and fees. Reduce-only: the closing part alone. Null while the account is unknown.
 */
export function maxSize(input: MaxSizeInput): Size | null {
  const { side, price, available, leverage, position, reduceOnly } = input
  const lot = lotOf(input.sizeDecimals)
  const reducible = reducibleSize(side, position)
  if (reduceOnly) return position === null ? null : toStep(reducible, lot, 'down')
  if (available === null || signOf(price) <= 0) return null
  const feeRate = input.feeBps === null ? ZERO : greater(divide(input.feeBps, BASIS_POINTS, PLACES), ZERO)
  const free = subtract(available, multiply(multiply(price, reducible), feeRate))
  if (signOf(free) <= 0) return toStep(reducible, lot, 'down')
  // size × (price ÷ leverage + price × fee rate) ≤ free, multiplied through by the leverage so that only one division rounds.
  const each = multiply(price, add('1' as Decimal, multiply(feeRate, whole(leverage))))
  const affordable = toStep(divideDown(multiply(free, whole(leverage)), each), lot, 'down')
  return toStep(add(reducible, affordable), lot, 'down')
}

/** The part of the position that an order of this side would close. */
function reducibleSize(side: Side, position: Size | null): Size {
  if (position === null || signOf(position) === 0) return ZERO
  return signOf(position) > 0 === (side === 'sell') ? absolute(position) : ZERO
}

/** What money buys at a price (both positive), never rounded up. */
function divideDown(money: Money, price: Price): Size {
  const near = divide(money, price, PLACES)
  return signOf(subtract(multiply(price, near), money)) > 0 ? subtract(near, lotOf(PLACES)) : near
}
