/** The venue's own traders: market makers who keep the book, and takers who trade against it. */

export type { TradingFloor } from './floor.ts'
export {
  type ProbabilityFloor,
  type ProbabilityOutlook,
  ProbabilityTraders,
  type ProbabilityTradersOptions,
} from './probability-traders.ts'
export { COARSE_STEP, MAKERS, ScalarTraders, type ScalarTradersOptions, STEP, TAKERS } from './scalar-traders.ts'
