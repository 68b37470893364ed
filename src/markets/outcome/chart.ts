/** The chart of a side of an outcome market: its prices, each of which held until the next, and those of the other outcomes. Pure. */
import { absolute, ONE, placesOf, trimZeros, ZERO } from '../../../contract/decimal.ts'
import type { Instrument, OutcomeInstrument } from '../../../contract/instrument.ts'
import { counted } from '../../../contract/plural.ts'
import { type Format, moneyUnit } from '../../format/index.ts'
import {
  type Axis,
  americanOddsUnit,
  createAxis,
  decimalOddsUnit,
  percentUnit,
  probabilityUnit,
} from '../axis/index.ts'
import {
  type ChartedLine,
  type ChartFacts,
  FILL_TEXTS,
  type MarketChart,
  ORDER_TEXTS,
  type RangeId,
  type Stretch,
} from '../chart/index.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function outcomeChart(instrument: OutcomeInstrument, { now }: ChartFacts): MarketChart {
  const { sideName, entriesEnd, end } = instrument
  const life = lifeOf(instrument, now)
  return {
    line: lineOf(instrument, manySided(instrument)),
    live: ({ mark, mid, last }) => mark ?? mid ?? last,
    priceName: 'price',
    looks: [{ id: 'price', label: 'Price', drawn: null, fixed: [] }],
    others: instrument.question?.several === true || manySided(instrument) ? (all) => othersOf(instrument, all) : null,
    times: {
      boundaries: [
        ...(entriesEnd === null || entriesEnd === end ? [] : [{ time: entriesEnd, text: 'Entries close' }]),
        ...(end === null ? [] : [{ time: end, text: 'Expires' }]),
      ],
      windows: [],
    },
    life,
    range: rangeOf(end, life, now),
    text: () => ({
      held: (size) => `${trimZeros(absolute(size))} ${sideName}`,
      order: (side, size) => ORDER_TEXTS[side](`${size} ${sideName}`),
      fill: (side, size) => FILL_TEXTS[side](`${size} ${sideName}`),
      money: moneyUnit('outcome'),
    }),
  }
}

/** Whether the choice has more sides than Yes and No. */
const manySided = ({ otherSide }: OutcomeInstrument): boolean => otherSide === null

function lineOf(
  { asset, name, sideName, side, question }: OutcomeInstrument,
  isOneOfMany: boolean,
): ChartedLine | null {
  if (asset === null) return null
  const own = isOneOfMany ? sideName : question?.several === true && side === 0 ? name : `${sideName}, ${name}`
  return { asset, name: own, source: { kind: 'points', coin: asset } }
}

/** The same side of the question's other outcomes, or the other sides of a choice between many. */
function othersOf(own: OutcomeInstrument, all: readonly Instrument[]): readonly ChartedLine[] {
  const isOneOfMany = manySided(own)
  return all.flatMap((one) => {
    if (one.family !== 'outcome' || one.key === own.key) return []
    const belongs = isOneOfMany
      ? one.outcomeId === own.outcomeId
      : one.question?.id === own.question?.id && one.outcomeId !== own.outcomeId && one.side === own.side
    const line = belongs ? lineOf(one, isOneOfMany) : null
    return line === null ? [] : [line]
  })
}

/** Where the service reports no start of trading, the last hour before the end is used. */
function lifeOf({ start, end }: OutcomeInstrument, now: number): (Stretch & { readonly name: string }) | null {
  if (end === null) return null
  if (start !== null) return { from: start, to: end, name: 'Whole market' }
  return end - now <= HOUR ? { from: end - HOUR, to: end, name: 'Last hour' } : null
}

/** The range that fills the chart with the time before the expiry. */
function rangeOf(end: number | null, life: Stretch | null, now: number): RangeId {
  if (life !== null) return 'life'
  if (end === null) return '7d'
  return end - now <= 2 * DAY ? '1d' : '7d'
}

/** Prices of one side of an outcome market: probabilities, percent or odds. Each side is an instrument with its own book, so nothing is mirrored. */
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
          text: {
            size: 'Shares',
            amount: (size) => counted(trimZeros(size), 'share', 'shares'),
            bids: `Bids for ${sideName}`,
            asks: `Asks for ${sideName}`,
            noBids: `No ${sideName} bids`,
            noAsks: `No ${sideName} asks`,
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
