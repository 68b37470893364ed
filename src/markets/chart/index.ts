/** The chart of a market: the interface that every family implements, and the time ranges on offer. */
export {
  type Boundary,
  type ChartedLine,
  type ChartFacts,
  type ChartLook,
  type ChartText,
  type ChartTimes,
  type FixedLine,
  type Frame,
  frameOf,
  type MarketChart,
  type PriceName,
  RANGE_IDS,
  type RangeId,
  rangeFrom,
  resolutionIn,
  type Stretch,
} from './market-chart.ts'
