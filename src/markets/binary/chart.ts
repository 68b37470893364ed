/** The chart of a binary market and the axis of its prices: the deciding mark against the price to beat, or the price of UP. Pure. */
import { absolute, ONE, placesOf, type Size, signOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { BinaryInstrument } from '../../../contract/instrument.ts'
import type { Side } from '../../../contract/market.ts'
import { counted } from '../../../contract/plural.ts'
import type { Format } from '../../format/index.ts'
import {
  type Axis,
  createAxis,
  type Fact,
  type MarketNames,
  type PriceView,
  percentUnit,
  probabilityUnit,
} from '../axis/index.ts'
import {
  type ChartLook,
  type ChartText,
  type ChartTimes,
  FILL_TEXTS,
  type FixedLine,
  type MarketChart,
  ORDER_TEXTS,
} from '../chart/index.ts'

const PRICE: ChartLook = { id: 'price', label: 'Price', drawn: null, fixed: [] }

export function binaryChart(instrument: BinaryInstrument): MarketChart {
  const { asset, tick, start, end } = instrument
  const mark = markLook(instrument)
  return {
    line:
      asset === null || tick === null
        ? null
        : { asset, name: asset, source: { kind: 'candles', family: 'binary', asset } },
    live: ({ mark: fair, mid, last }) => fair ?? mid ?? last,
    priceName: 'price',
    looks: mark === null ? [PRICE] : [mark, PRICE],
    others: null,
    times: timesOf(instrument),
    life: start === null || end === null ? null : { from: start, to: end, name: 'Bucket' },
    range: start === null || end === null ? '2h' : 'life',
    text: chartText,
  }
}

/** The deciding scalar mark with the price to beat; null while the service does not name the mark. */
function markLook({ midpoint, decidedBy }: BinaryInstrument): ChartLook | null {
  if (decidedBy === null) return null
  return {
    id: 'mark',
    label: 'Mark',
    drawn: { family: 'scalar', asset: decidedBy },
    fixed: midpoint === null ? [] : [{ price: midpoint, ...TO_BEAT }],
  }
}

const TO_BEAT: Omit<FixedLine, 'price'> = {
  name: 'Price to beat',
  decides: { above: 'UP', below: 'DOWN' },
  texts: {
    at: 'at the price to beat',
    above: (distance) => `${distance} above the price to beat, UP leads`,
    below: (distance) => `${distance} below the price to beat, DOWN leads`,
  },
}

function timesOf({ asset, title, start, entriesEnd, end }: BinaryInstrument): ChartTimes {
  const name = asset ?? title
  const moments = [
    [start, `${name} opens`],
    [entriesEnd, 'Entries close'],
    [end, `${name} settles`],
  ] as const
  return { boundaries: moments.flatMap(([time, text]) => (time === null ? [] : [{ time, text }])), windows: [] }
}

/** Contracts are of UP: viewed from DOWN, buying UP is selling DOWN. */
function chartText({ mirrored }: PriceView): ChartText {
  const name = mirrored ? 'DOWN' : 'UP'
  const seen = (side: Side): Side => ((side === 'buy') !== mirrored ? 'buy' : 'sell')
  return {
    held: (size: Size) => `${signOf(size) > 0 ? 'UP' : 'DOWN'} ${trimZeros(absolute(size))}`,
    order: (side, size) => ORDER_TEXTS[seen(side)](`${size} ${name}`),
    fill: (side, size) => FILL_TEXTS[seen(side)](`${size} ${name}`),
    money: 'USDC',
  }
}

// Prices of the binary market: the cost of an UP contract, or of a DOWN contract (1 − UP).

const axisText = (side: 'UP' | 'DOWN'): MarketNames => ({
  size: 'Contracts',
  amount: (size) => counted(trimZeros(size), 'contract', 'contracts'),
  bids: `Bids for ${side}`,
  asks: `Asks for ${side}`,
  noBids: `No ${side} bids`,
  noAsks: `No ${side} asks`,
  bought: `bought ${side}`,
  sold: `sold ${side}`,
})

/** Prices and percent of UP or of DOWN. */
export function binaryAxis({ tick }: Pick<BinaryInstrument, 'tick'>, format: Format): Axis {
  const places = tick === null ? 0 : placesOf(tick)
  return createAxis(
    {
      family: 'binary',
      key: `binary/${tick}`,
      tick,
      units: [probabilityUnit(places), percentUnit(places)],
      second: (unit) => (unit === 'price' ? 'percent' : 'price'),
      sides: [
        { id: 'up', label: 'UP', mirrored: false, text: axisText('UP') },
        { id: 'down', label: 'DOWN', mirrored: true, text: axisText('DOWN') },
      ],
      bounds: { least: ZERO, most: ONE },
    },
    format,
  )
}

/** The price to beat, which decides between UP and DOWN; null until the bucket has one. */
export const binaryFact = ({ midpoint }: Pick<BinaryInstrument, 'midpoint'>, format: Format): Fact | null =>
  midpoint === null ? null : { label: 'Price to beat', text: midpoint, second: format.temperatureOf(midpoint) }
