/** What a chart of a market shows: the interface that every family answers, and the stretches of time to choose from. */
export {
  type Boundary,
  type ChartedLine,
  type ChartFacts,
  type ChartLook,
  type ChartText,
  type ChartTimes,
  type FixedLine,
  type MarketChart,
  RANGE_IDS,
  type RangeId,
  type Stretch,
} from './market-chart.ts'
export {
  type Frame,
  frameOf,
  rangeFrom,
  resolutionIn,
} from './ranges.ts'
