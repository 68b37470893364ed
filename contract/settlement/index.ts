/** The settlement of a bucket before it is there: what the rest must average, and where it may come to lie. */
export {
  type Assumptions,
  FACTOR_BOUNDS,
  HISTORY_HOURS,
  type HistoryHours,
  OWN_BOUNDS,
  USUAL_ASSUMPTIONS,
} from './assumptions.ts'
export { atOrAbove, type Distribution, quantileOf } from './distribution.ts'
export { type Forecast, Forecaster, LEAST_STRETCHES, type Moment, type NotEnough } from './forecast.ts'
export { isOffMiddle, levelStep, levelsAround, nearestLevel, towardsTrader } from './levels.ts'
export { pathOf, pathOfCandles } from './mark-path.ts'
export { restMustAverage, type SeenOfWindow } from './rest-average.ts'
