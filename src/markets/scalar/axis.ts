/** Prices of the scalar market: marks, or the temperatures that they stand for. Pure. */
import { type Fahrenheit, type Price, padTo, placesOf } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import { fahrenheitText, grouped } from '../../format/index.ts'
import { type Axis, createAxis, type Words } from '../axis/index.ts'

const WORDS: Words = {
  size: 'Size',
  bids: 'Bids',
  asks: 'Asks',
  noBids: 'No bids',
  noAsks: 'No asks',
  bought: 'bought',
  sold: 'sold',
}

/** Marks and °F, of which a degree is a point of the mark. */
export function scalarAxis({ tick }: Pick<ScalarInstrument, 'tick'>): Axis {
  const places = tick === null ? 0 : placesOf(tick)
  const mark = (price: Price): string => padTo(price, places)
  const degrees = (price: Price): Fahrenheit => padTo(fahrenheitOfMark(price), places)
  return createAxis({
    key: `scalar/${tick}`,
    tick,
    units: [
      { id: 'mark', label: 'Mark', heading: 'Mark', price: mark, named: mark, distance: mark },
      {
        id: 'fahrenheit',
        label: '°F',
        heading: '°F',
        price: (price) => grouped(degrees(price)),
        named: (price) => fahrenheitText(degrees(price)),
        distance: (distance) => fahrenheitText(padTo(distance, places)),
      },
    ],
    second: (unit) => (unit === 'mark' ? 'fahrenheit' : 'mark'),
    sides: [{ id: 'market', label: 'Market', mirrored: false, words: WORDS }],
    bounds: null,
  })
}
