/** The settlement of a bucket before it is there: what the rest must average, and where it may come to lie. */

export { atOrAbove, type Distribution, quantileOf } from './distribution.ts'
export {
  type Assumptions,
  FACTOR_BOUNDS,
  type Forecast,
  Forecaster,
  HISTORY_HOURS,
  type HistoryHours,
  LEAST_STRETCHES,
  type Moment,
  type NotEnough,
  OWN_BOUNDS,
  USUAL_ASSUMPTIONS,
} from './forecast.ts'
export {
  isOffMiddle,
  levelStep,
  levelsAround,
  nearestLevel,
  restMustAverage,
  type SeenOfWindow,
  towardsTrader,
} from './levels.ts'
export { pathOf, pathOfCandles } from './mark-path.ts'
