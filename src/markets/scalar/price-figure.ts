/** A mark as a figure of a table. */
import type { Price } from '../../../contract/decimal.ts'
import { temperatureOf } from '../../format/index.ts'
import type { EstimateFigure } from '../estimate/index.ts'
import type { PriceUnit } from './draft.ts'
import { priceIn } from './place-intent.ts'

/** In the unit that is chosen, with the other one beside it. */
export function inBoth(mark: Price, unit: PriceUnit): EstimateFigure {
  const note = unit === 'f' ? mark : temperatureOf(mark)
  return { main: priceIn(unit, mark), note, title: `${mark}, ${temperatureOf(mark)}`, tone: null }
}
