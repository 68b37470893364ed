/** What an open position has won or lost: the calculator of the books, asked by every view of a position and by the limits. Exact. */
import type { Position } from '../account.ts'
import { type Money, ONE, type Price, signOf, ZERO } from '../decimal.ts'
import { unrealisedAt } from './books.ts'
import { bookPrice, holdingOf, type Valued } from './held-of.ts'

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
