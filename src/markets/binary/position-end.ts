/** What binary contracts come to when their side wins or loses. Pure. */
import type { Position } from '../../../contract/account.ts'
import { binaryResults } from '../../../contract/books/index.ts'
import { toPlaces } from '../../../contract/decimal.ts'
import type { PositionEnd } from '../position-end/index.ts'

export function binaryEnd(position: Position): PositionEnd {
  const { won, lost } = binaryResults(position)
  return { by: 'side', won: toPlaces(won, 2), lost: toPlaces(lost, 2) }
}
