/** What a chart of any market shows. */
import { assertNever } from '../../../contract/brand.ts'
import type { Instrument } from '../../../contract/instrument.ts'
import { binaryChart } from '../binary/index.ts'
import type { ChartFacts, MarketChart } from '../chart/index.ts'
import { outcomeChart } from '../outcome/index.ts'
import { scalarChart } from '../scalar/index.ts'

export function chartOf(instrument: Instrument, facts: ChartFacts): MarketChart {
  switch (instrument.family) {
    case 'scalar':
      return scalarChart(instrument, facts)
    case 'binary':
      return binaryChart(instrument)
    case 'outcome':
      return outcomeChart(instrument, facts)
    default:
      return assertNever(instrument, 'instrument')
  }
}
