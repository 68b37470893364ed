/** Markets for chart tests. */
import type { Instrument } from '../../../../contract/instrument.ts'
import { createFormat } from '../../../format/index.ts'
import type { ChartText, MarketChart } from '../../../markets/chart/index.ts'
import { type Axis, axisOf, chartOf, type PriceView } from '../../../markets/family/index.ts'
import { binary, START, scalar } from '../../../markets/family/testing/instruments.ts'

export { binary, outcome } from '../../../markets/family/testing/instruments.ts'

const FORMAT = createFormat({ zone: 'UTC', temperature: 'fahrenheit', grouping: 'comma' })

interface Charted {
  readonly chart: MarketChart
  readonly view: PriceView
  readonly text: ChartText
}

/** A market as its chart requests it. */
export function charted(
  instrument: Instrument,
  choice: Parameters<Axis['view']>[0] = {},
  now: number = START,
): Charted {
  const view = axisOf(instrument, FORMAT).view(choice)
  const chart = chartOf(instrument, { settlements: [], now })
  return { chart, view, text: chart.text(view) }
}

export const scalarMarket = (): Charted => charted(scalar())
export const binaryDown = (): Charted => charted(binary(), { side: 'down' })
