/** P&L of an open position: the books' calculation, used by every view of a position and by the limits. Exact. */

import type { Position } from '../account.ts'
import {
  absolute,
  type Decimal,
  type Money,
  multiply,
  ONE,
  type Price,
  signOf,
  toPlaces,
  trimZeros,
  ZERO,
} from '../decimal.ts'
import { FAMILY_RULES, heldPrice } from '../family-rules.ts'
import { type Held, unrealisedAt } from './books.ts'
import { PLACES } from './lots.ts'

type Valued = Pick<Position, 'family' | 'size' | 'entryPx'>

/** A price rounded to the places of the books; further digits are far below any unit of money. */
export const bookPrice = (price: Price): Price => trimZeros(toPlaces(price, PLACES))

/**
 * A position with its cost from the reported average entry per unit; for binary contracts that is the price of UP, and half of the cost is posted
 * (service-interface "Binary markets").
 */
function holdingOf({ family, size, entryPx }: Valued): Omit<Held, 'asset'> {
  const entry = bookPrice(entryPx)
  const { pricedSide, postsHalf } = FAMILY_RULES[family]
  const cost: Money = multiply(heldPrice({ family, size }, entry), pricedSide === null ? size : absolute(size))
  return { family, size, cost, posted: postsHalf ? multiply(cost, HALF) : cost }
}

export const heldOf = (position: Valued & Pick<Position, 'asset'>): Held => ({
  asset: position.asset,
  ...holdingOf(position),
})

const HALF = '0.5' as Decimal

/** Unrealized P&L at a mark of its market, before fees, in the money of the market; the mark is that of UP for binary contracts. */
export const unrealised = (position: Valued, mark: Price): Money =>
  unrealisedAt(holdingOf(position), bookPrice(mark)) as Money

/** The same at a live mark, or the service's own figure when there is none; null when neither is known. */
export const profitOf = (position: Valued & Pick<Position, 'unrealizedPnl'>, mark: Price | null): Money | null =>
  mark === null ? position.unrealizedPnl : unrealised(position, mark)

/**
 * Results of binary contracts when their side wins, and when it loses, USDC, before fees: the loss is at most the posted half of their cost
 * (docs/service/binary.md#predict).
 * @param position its entry is the price of UP; a negative size is DOWN.
 */
export function binaryResults(position: Pick<Position, 'size' | 'entryPx'>): {
  readonly won: Money
  readonly lost: Money
} {
  const own = { ...position, family: 'binary' } as const
  const [up, down] = [unrealised(own, ONE), unrealised(own, ZERO as Price)]
  return signOf(position.size) < 0 ? { won: down, lost: up } : { won: up, lost: down }
}
