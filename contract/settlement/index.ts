/** The settlement of a bucket before it is final: the average required for the rest, and its forecast distribution. */

export { atOrAbove, type Distribution, quantileOf } from './distribution.ts'
export {
  type Assumptions,
  FACTOR_BOUNDS,
  type Forecast,
  Forecaster,
  HISTORY_HOURS,
  type HistoryHours,
  MIN_STRETCHES,
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
