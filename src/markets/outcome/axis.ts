/** Prices of one side of an outcome market: probabilities, per cent or odds. Pure. */
import { ONE, placesOf, ZERO } from '../../../contract/decimal.ts'
import type { OutcomeInstrument } from '../../../contract/instrument.ts'
import type { Format } from '../../format/index.ts'
import {
  type Axis,
  americanOddsUnit,
  createAxis,
  decimalOddsUnit,
  percentUnit,
  probabilityUnit,
} from '../axis/index.ts'

/** The side is what the instrument is: its book is its own, and nothing here is turned over. */
export function outcomeAxis({ tick, sideName }: Pick<OutcomeInstrument, 'tick' | 'sideName'>, format: Format): Axis {
  const places = tick === null ? 0 : placesOf(tick)
  return createAxis(
    {
      family: 'outcome',
      key: `outcome/${tick}/${sideName}`,
      tick,
      units: [probabilityUnit(places), percentUnit(places), decimalOddsUnit(places), americanOddsUnit(places, format)],
      second: (unit) => (unit === 'percent' ? 'price' : 'percent'),
      sides: [
        {
          id: 'own',
          label: sideName,
          mirrored: false,
          words: {
            size: 'Shares',
            bids: `Bids for ${sideName}`,
            asks: `Asks for ${sideName}`,
            noBids: `Nobody bids for ${sideName} now`,
            noAsks: `Nobody offers ${sideName} now`,
            bought: 'bought',
            sold: 'sold',
          },
        },
      ],
      bounds: { least: ZERO, most: ONE },
    },
    format,
  )
}
