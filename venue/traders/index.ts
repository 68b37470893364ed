/** The venue's own traders: market makers who keep the book, and takers who trade against it. */

export type { TradingFloor } from './floor.ts'
export {
  ProbabilityDesk,
  type ProbabilityDeskOptions,
  type ProbabilityFloor,
  type ProbabilityOutlook,
} from './probability-traders.ts'
export { COARSE_STEP, Desk, type DeskOptions, MAKERS, STEP, TAKERS } from './scalar-traders.ts'
