/** The chart of a scalar market and the axis of its prices: candles of the mark, settlements and their averaging windows. Pure. */
import { absolute, type Fahrenheit, type Price, padTo, placesOf, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import { counted } from '../../../contract/plural.ts'
import { type Format, temperatureOf } from '../../format/index.ts'
import { type Axis, createAxis, type MarketNames, type PriceUnit } from '../axis/index.ts'
import {
  type Boundary,
  type ChartFacts,
  type ChartTimes,
  FILL_TEXTS,
  type MarketChart,
  ORDER_TEXTS,
} from '../chart/index.ts'

export function scalarChart(instrument: ScalarInstrument, facts: ChartFacts): MarketChart {
  const { asset, tick, start, end } = instrument
  return {
    line:
      asset === null || tick === null
        ? null
        : { asset, name: asset, source: { kind: 'candles', family: 'scalar', asset } },
    live: ({ mark }) => mark,
    priceName: 'mark',
    looks: [{ id: 'mark', label: 'Mark', drawn: null, fixed: [] }],
    others: null,
    times: timesOf(instrument, facts),
    life: start === null || end === null ? null : { from: start, to: end, name: 'Bucket' },
    range: start === null || end === null ? '2h' : 'life',
    text: () => ({
      held: (size) => `${signOf(size) > 0 ? 'Long' : 'Short'} ${trimZeros(absolute(size))}`,
      order: (side, size) => ORDER_TEXTS[side](size),
      fill: (side, size) => FILL_TEXTS[side](size),
      money: 'USDC',
    }),
  }
}

function timesOf(
  { asset, title, tick, start, end, twapWindow }: ScalarInstrument,
  { settlements }: ChartFacts,
): ChartTimes {
  const places = tick === null ? 0 : placesOf(tick)
  const texts = new Map<number, string>()
  for (const { end, asset: settled, mark } of settlements) {
    texts.set(end, `${settled} settled ${temperatureOf(padTo(mark, places))}`)
  }
  const name = asset ?? title
  if (start !== null) {
    const before = texts.get(start)
    texts.set(start, [`${name} opens`, ...(before === undefined ? [] : [before])].join(', '))
  }
  if (end !== null && !texts.has(end)) texts.set(end, `${name} settles`)
  const boundaries: Boundary[] = [...texts].map(([time, text]) => ({ time, text })).sort((a, b) => a.time - b.time)
  return {
    boundaries,
    windows: twapWindow > 0 ? boundaries.map(({ time }) => ({ from: time - twapWindow, to: time })) : [],
  }
}

// Prices of the scalar market: marks, or the temperatures they represent.

const TEXTS: MarketNames = {
  size: 'Size',
  amount: (size) => counted(trimZeros(size), 'contract', 'contracts'),
  bids: 'Bids',
  asks: 'Asks',
  noBids: 'No bids',
  noAsks: 'No asks',
  bought: 'bought',
  sold: 'sold',
}

/** Marks, and temperatures in the trader's unit. */
export function scalarAxis({ tick }: Pick<ScalarInstrument, 'tick'>, format: Format): Axis {
  const places = tick === null ? 0 : placesOf(tick)
  // Significant digits beyond the tick that were typed or saved are shown; trailing zeros are not.
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
      sides: [{ id: 'market', label: 'Market', mirrored: false, text: TEXTS }],
      bounds: null,
    },
    format,
  )
}

/** A tick is smaller in °C than in °F, so °C needs one more decimal to keep neighbors distinct. */
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
    // Strips the unit and the space before it.
    distance: (distance) => namedDistance(distance).slice(0, -unit.length - 1),
    namedDistance,
  }
}
