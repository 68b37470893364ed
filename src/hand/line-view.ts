/** How a line of the hand writes the prices of its market: it stands in no panel, so that the settings alone choose. */
import type { Instrument } from '../../contract/instrument.ts'
import type { Format } from '../format/index.ts'
import { axisOf, type PriceView } from '../markets/family/index.ts'

/** In the unit that scalar prices are read in, with the other one as its second. */
export const lineView = (instrument: Instrument, format: Format): PriceView =>
  axisOf(instrument, format).view(instrument.family === 'scalar' ? { unit: format.pricesIn } : undefined)
