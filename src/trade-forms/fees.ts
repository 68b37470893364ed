/** What an order costs in fees: the part that fills at once pays as taker, the part that rests pays as maker once it fills. */
import type { Fees } from '../../contract/account.ts'
import { add, type Decimal, divide, type Money, multiply, type Price } from '../../contract/decimal.ts'
import type { Walk } from './walk-book.ts'

export interface FeeEstimate {
  readonly taker: Money
  readonly maker: Money
  readonly total: Money
}

const BPS = '10000' as unknown as Decimal
const PLACES = 12

const feeOf = (value: Decimal, bps: Decimal): Decimal => divide(multiply(value, bps), BPS, PLACES)

/** Fees of an order at `price`; `restFills` is false when the rest is cancelled (IOC). */
export function estimateFees(walk: Walk, price: Price, fees: Fees, restFills: boolean): FeeEstimate {
  const taker = feeOf(walk.value as unknown as Decimal, fees.takerBps)
  const maker = restFills ? feeOf(multiply(price, walk.rest), fees.makerBps) : ('0' as Decimal)
  return {
    taker: taker as unknown as Money,
    maker: maker as unknown as Money,
    total: add(taker, maker) as unknown as Money,
  }
}
