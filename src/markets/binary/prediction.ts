/** A prediction that is made in one line: its worst price, and what that makes a contract cost. Pure. */
import type { BinaryDirection } from '../../../contract/binary.ts'
import { compare, type Money, ONE, type Price, padTo, placesOf, signOf } from '../../../contract/decimal.ts'
import type { Ticker } from '../../../contract/market.ts'
import { worstAt, worstIssue } from '../../../contract/protection.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import { otherSide } from '../../trade-forms/index.ts'

/** How far from the price a prediction may trade unless said: as its ticket does. */
const DISTANCE = '0.05' as Price

interface Asked {
  readonly asset: string
  readonly direction: BinaryDirection
  readonly amount: Money
  /** Most that a contract of the direction may cost; null for the usual distance. */
  readonly worst: Price | null
}

/** The worst price, of UP, or why there is none; null while no price is known to count from. */
export function predictionOf(
  { direction, worst }: Asked,
  ticker: Ticker,
  tick: Price | null,
): { readonly worst: Price | null } | { readonly issue: string } {
  const side = direction === 'UP' ? 'buy' : 'sell'
  if (worst === null) {
    const reference = referencePrice('binary', side, ticker)
    return {
      worst: reference === null ? null : worstAt(reference, DISTANCE, { family: 'binary', side, tickSize: tick }),
    }
  }
  if (signOf(worst) <= 0 || compare(worst, ONE) >= 0) {
    return { issue: `A contract costs between 0 and 1; ${worst} does not: write it like 0.45.` }
  }
  const padded = tick === null ? worst : padTo(worst, placesOf(tick))
  const issue = worstIssue(padded, { family: 'binary', tickSize: tick })
  return issue === null ? { worst: mostPaid(direction, padded) } : { issue }
}

/** Most that a contract of a direction may cost at a worst price of UP. */
export const mostPaid = (direction: BinaryDirection, worst: Price): Price =>
  direction === 'UP' ? worst : padTo(otherSide(worst), placesOf(worst))
