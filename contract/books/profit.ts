/** What an open position has won or lost: the calculator of the books, asked by every view of a position and by the limits. Exact. */
import type { Position } from '../account.ts'
import type { Money, Price } from '../decimal.ts'
import { unrealisedAt } from './books.ts'
import { bookPrice, holdingOf, type Valued } from './held-of.ts'

/** What it comes to at a mark of its market, fees apart, in the money of the market; of binary contracts the mark is that of UP. */
export const unrealised = (position: Valued, mark: Price): Money =>
  unrealisedAt(holdingOf(position), bookPrice(mark)) as Money

/** The same at a live mark, by the service's own figure where there is none; null where neither is known. */
export const profitOf = (position: Valued & Pick<Position, 'unrealizedPnl'>, mark: Price | null): Money | null =>
  mark === null ? position.unrealizedPnl : unrealised(position, mark)
