/** The chart of a scalar market: candles of the mark, settlements and their averaging windows. Pure. */
import { absolute, padTo, placesOf, signOf, trimZeros } from '../../../contract/decimal.ts'
import type { ScalarInstrument } from '../../../contract/instrument.ts'
import { temperatureOf } from '../../format/index.ts'
import type { Boundary, ChartFacts, ChartTimes, MarketChart } from '../chart/index.ts'

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
    words: () => ({
      held: (size) => `${signOf(size) > 0 ? 'Long' : 'Short'} ${trimZeros(absolute(size))}`,
      order: (side, size) => `${side === 'buy' ? 'Buy' : 'Sell'} ${size}`,
      fill: (side, size) => `${side === 'buy' ? 'Bought' : 'Sold'} ${size}`,
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
  const settled = (at: number): string => {
    const found = settlements.find((settlement) => settlement.end === at)
    return found === undefined ? '' : `${found.asset} settled ${temperatureOf(padTo(found.mark, places))}`
  }
  for (const settlement of settlements) texts.set(settlement.end, settled(settlement.end))
  const name = asset ?? title
  if (start !== null) {
    const before = settled(start)
    texts.set(start, `${name} opens${before === '' ? '' : `, ${before}`}`)
  }
  if (end !== null && !texts.has(end)) texts.set(end, `${name} settles`)
  const boundaries: Boundary[] = [...texts].map(([time, text]) => ({ time, text })).sort((a, b) => a.time - b.time)
  return {
    boundaries,
    windows: twapWindow > 0 ? boundaries.map(({ time }) => ({ from: time - twapWindow, to: time })) : [],
  }
}
