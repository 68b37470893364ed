/** What shares pay if their side comes true. Pure. */
import type { Position } from '../../../contract/account.ts'
import { absolute, type Decimal, type Money, toPlaces } from '../../../contract/decimal.ts'
import type { PositionEnd } from '../position-end/index.ts'

export const outcomeEnd = ({ size }: Position): PositionEnd => ({
  by: 'payout',
  pays: toPlaces(absolute(size) as Decimal as Money, 2),
})
