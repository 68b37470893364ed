/** What an open position has won or lost: the calculator of the books, asked by every view of a position and by the limits. Exact. */
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
  ZERO,
} from '../decimal.ts'
import { type Held, unrealisedAt } from './books.ts'
import { PLACES } from './lots.ts'

/** What a position is valued by. */
type Valued = Pick<Position, 'family' | 'size' | 'entryPx'>

/** A price to the places of the books: what a service tells to more is far below any unit of money. */
export const bookPrice = (price: Price): Price => trimZeros(toPlaces(price, PLACES))

/**
 * What a position holds, with its cost by the entry that is told, the average of one unit; of binary contracts that is the price of UP, and
 * half of the cost is posted (service-interface "Binary markets").
 */
function holdingOf({ family, size, entryPx }: Valued): Omit<Held, 'asset'> {
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

/** What it comes to at a mark of its market, fees apart, in the money of the market; of binary contracts the mark is that of UP. */
export const unrealised = (position: Valued, mark: Price): Money =>
  unrealisedAt(holdingOf(position), bookPrice(mark)) as Money

/** The same at a live mark, by the service's own figure where there is none; null where neither is known. */
export const profitOf = (position: Valued & Pick<Position, 'unrealizedPnl'>, mark: Price | null): Money | null =>
  mark === null ? position.unrealizedPnl : unrealised(position, mark)

/**
 * What binary contracts come to when their side wins, and when it loses, USDC, fees apart: no more is lost than was posted for them, which
 * is half of their cost (docs/service/binary.md#predict).
 * @param position its entry is the price of UP; below zero it is of DOWN.
 */
export function binaryResults(position: Pick<Position, 'size' | 'entryPx'>): {
  readonly won: Money
  readonly lost: Money
} {
  const own = { ...position, family: 'binary' } as const
  const [up, down] = [unrealised(own, ONE), unrealised(own, ZERO as Price)]
  return signOf(position.size) < 0 ? { won: down, lost: up } : { won: up, lost: down }
}
