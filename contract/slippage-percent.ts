/** What a price protection comes to in per cent, for services that take nothing else. */
import {
  type Decimal,
  divide,
  HUNDRED,
  lesser,
  multiply,
  type Price,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from './decimal.ts'
import type { Side } from './market.ts'

/** Places of a percentage on the wire: finer than any tick, so that a service's own limit comes close to the worst price. */
const PERCENT_PLACES = 4
/** Services take no more (docs/service/orders.md#predict): a worst price that lies further leaves their limit inside it. */
const MOST_PERCENT = '50' as Decimal

/**
 * The percentage to ask a service for that takes no price: counted from `reference`, its limit lies at or inside the worst price. Null where
 * the worst price leaves no room.
 */
export function percentWithin(
  worst: Price,
  { side, reference, counted = reference, places = PERCENT_PLACES }: PercentTerms,
): Decimal | null {
  const room = side === 'buy' ? subtract(worst, reference) : subtract(reference, worst)
  if (signOf(room) <= 0 || signOf(counted) <= 0) return null
  const percent = toPlaces(divide(multiply(room, HUNDRED) as Decimal, counted, 30), places, 'down')
  return signOf(percent) <= 0 ? null : trimZeros(lesser(percent, MOST_PERCENT))
}

interface PercentTerms {
  readonly side: Side
  /** What the service counts from, as far as the terminal knows. */
  readonly reference: Price
  /** What the percentage is of, where that is another price than the reference. */
  readonly counted?: Price
  readonly places?: number
}
