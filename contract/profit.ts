/** What an open position has won or lost: the one reckoning for every view of it, and for the limits. Exact. */
import type { Position } from './account.ts'
import { type Money, multiply, type Price, subtract } from './decimal.ts'

/** (mark − entry) × signed size, in the money of the market. */
export const unrealised = ({ size, entryPx }: Pick<Position, 'size' | 'entryPx'>, mark: Price): Money =>
  multiply(subtract(mark, entryPx), size)

/** The same at a live mark, by the service's own figure where there is none; null where neither is known. */
export const profitOf = (
  position: Pick<Position, 'size' | 'entryPx' | 'unrealizedPnl'>,
  mark: Price | null,
): Money | null => (mark === null ? position.unrealizedPnl : unrealised(position, mark))
