/** Prices of the scalar market: marks, or the temperatures that they stand for. Pure. */
import { type Fahrenheit, type Price, padTo, placesOf, trimZeros } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import type { Format } from '../../format/index.ts'
import { type Axis, createAxis, type PriceUnit, type Words } from '../axis/index.ts'

const WORDS: Words = {
  size: 'Size',
  bids: 'Bids',
  asks: 'Asks',
  noBids: 'No bids',
  noAsks: 'No asks',
  bought: 'bought',
  sold: 'sold',
}

/** Marks, and temperatures in the unit that the trader chose. */
export function scalarAxis({ tick }: Pick<ScalarInstrument, 'tick'>, format: Format): Axis {
  const places = tick === null ? 0 : placesOf(tick)
  // What a price was typed or kept with beyond the tick is told; zeros there tell nothing.
  const mark = (price: Price): string => padTo(trimZeros(price), places)
  return createAxis(
    {
      family: 'scalar',
      key: `scalar/${tick}`,
      tick,
      units: [
        { id: 'mark', label: 'Mark', heading: 'Mark', price: mark, named: mark, distance: mark, namedDistance: mark },
        temperatureUnit(places, format),
      ],
      preferred: format.pricesIn,
      second: (unit) => (unit === 'mark' ? 'temperature' : 'mark'),
      sides: [{ id: 'market', label: 'Market', mirrored: false, words: WORDS }],
      bounds: null,
    },
    format,
  )
}

/** A tick is less in °C than in °F: there one more decimal keeps neighbors apart. */
const MORE_PLACES: Readonly<Record<string, number>> = { '°C': 1 }

function temperatureUnit(places: number, format: Format): PriceUnit {
  const unit = format.temperatureUnit
  const shown = places + (MORE_PLACES[unit] ?? 0)
  const degrees = (price: Price): Fahrenheit => padTo(trimZeros(fahrenheitOfMark(price)), shown)
  const namedDistance = (distance: Price): string => format.degrees(padTo(distance, shown))
  return {
    id: 'temperature',
    label: unit,
    heading: unit,
    price: (price) => format.temperatureFigure(degrees(price)),
    named: (price) => format.temperature(degrees(price)),
    // Without the unit, and the space before it.
    distance: (distance) => namedDistance(distance).slice(0, -unit.length - 1),
    namedDistance,
  }
}
