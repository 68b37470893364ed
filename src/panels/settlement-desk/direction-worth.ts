/** What UP is worth by the distribution of the settlement, beside what it costs. Money exactly; the worth is a statistic. Pure. */
import type { Fees } from '../../../contract/account.ts'
import type { BinaryDirection } from '../../../contract/binary.ts'
import { BASIS_POINTS, divide, multiply, type Price } from '../../../contract/decimal.ts'
import { atOrAbove, type Distribution } from '../../../contract/settlement/index.ts'

/**
 * The probability that it settles above the midpoint. A settlement is rounded half up to the tick: above the midpoint it is from half a tick
 * below the first tick over it.
 */
export function upWorth(distribution: Distribution, midpoint: Price, tick: Price): number {
  const step = Number(tick)
  // Whole ticks of both, so that a midpoint on the tick is not above itself.
  const ticks = Math.floor(Number((Number(midpoint) / step).toFixed(6))) + 1
  return atOrAbove(distribution, (ticks - 0.5) * step)
}

/** A direction as it could be bought now. */
export interface DirectionWorth {
  readonly direction: BinaryDirection
  /** Probability that it wins: what a contract of it is worth, as a statistic. */
  readonly worth: number
  /** What a contract of it costs now; null where nobody offers one. */
  readonly price: Price | null
  /** The taker's fee of a contract, USDC; null where that or the price is not known. */
  readonly fee: Price | null
  /** Worth less price and fee, as a statistic; null where either is not known. */
  readonly difference: number | null
}

const PLACES = 6

export function directionWorth(
  direction: BinaryDirection,
  { up, price, fees }: { readonly up: number; readonly price: Price | null; readonly fees: Fees | undefined },
): DirectionWorth {
  const worth = direction === 'UP' ? up : 1 - up
  const fee =
    price === null || fees === undefined
      ? null
      : (divide(multiply(price, fees.takerBps), BASIS_POINTS, PLACES) as Price)
  const difference = price === null || fee === null ? null : worth - Number(price) - Number(fee)
  return { direction, worth, price, fee, difference }
}
