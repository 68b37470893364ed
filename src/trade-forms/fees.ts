/** What an order costs in fees: the part that fills at once pays as taker, the part that rests pays as maker once it fills. */
import type { Fees } from '../../contract/account.ts'
import {
  add,
  BASIS_POINTS,
  type Decimal,
  divide,
  type Money,
  multiply,
  type Price,
  ZERO,
} from '../../contract/decimal.ts'
import type { Walk } from './walk-book.ts'

export interface FeeEstimate {
  readonly taker: Money
  readonly maker: Money
  readonly total: Money
}

const PLACES = 12

const feeOf = (value: Money, bps: Decimal): Money => divide(multiply(value, bps), BASIS_POINTS, PLACES)

/** Fees of an order at `price`; `restFills` is false when the rest is canceled (IOC). */
export function estimateFees(walk: Walk, price: Price, fees: Fees, restFills: boolean): FeeEstimate {
  const taker = feeOf(walk.value, fees.takerBps)
  const maker = restFills ? feeOf(multiply(price, walk.rest), fees.makerBps) : ZERO
  return { taker, maker, total: add(taker, maker) }
}
