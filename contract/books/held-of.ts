/** A position that the service tells, as a holding of the books: so that one calculator values both. */
import type { Position } from '../account.ts'
import {
  absolute,
  type Decimal,
  type Money,
  multiply,
  ONE,
  type Price,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../decimal.ts'
import type { Held } from './books.ts'
import { PLACES } from './lots.ts'

/** What a position is valued by. */
export type Valued = Pick<Position, 'family' | 'size' | 'entryPx'>

/** A price to the places of the books: what a service tells to more is far below any unit of money. */
export const bookPrice = (price: Price): Price => trimZeros(toPlaces(price, PLACES))

/**
 * What a position holds, with its cost by the entry that is told, the average of one unit; of binary contracts that is the price of UP, and
 * half of the cost is posted (service-interface "Binary markets").
 */
export function holdingOf({ family, size, entryPx }: Valued): Omit<Held, 'asset'> {
  const entry = bookPrice(entryPx)
  const isDown = family === 'binary' && signOf(size) < 0
  const cost: Money = multiply(isDown ? subtract(ONE, entry) : entry, family === 'binary' ? absolute(size) : size)
  return { family, size, cost, posted: family === 'binary' ? multiply(cost, HALF) : cost }
}

/** The same with its asset. */
export const heldOf = (position: Valued & Pick<Position, 'asset'>): Held => ({
  asset: position.asset,
  ...holdingOf(position),
})

const HALF = '0.5' as Decimal
