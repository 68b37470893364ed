/** What a scalar position comes to at a settlement. Pure. */
import type { Position } from '../../../contract/account.ts'
import { type Price, signOf, toPlaces } from '../../../contract/decimal.ts'
import { settledAt } from '../../positions/index.ts'
import type { PositionEnd } from '../position-end/index.ts'

/** @param mark what it would settle at now; null while no estimate runs */
export function scalarEnd(position: Position, mark: Price | null): PositionEnd {
  const { realizedPnl } = position
  return {
    by: 'mark',
    result: mark === null ? null : toPlaces(settledAt(position, mark), 2),
    realised: realizedPnl === null || signOf(realizedPnl) === 0 ? null : toPlaces(realizedPnl, 2),
  }
}
