/** What a chart of a market shows: the interface that every family answers, and the stretches of time to choose from. */
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
  RANGE_IDS,
  type RangeId,
  rangeFrom,
  resolutionIn,
  type Stretch,
} from './market-chart.ts'
