/** The venue's own traders: market makers who keep the book, and takers who trade against it. */
export { COARSE_STEP, Desk, type DeskOptions, MAKERS, STEP, TAKERS } from './desk.ts'
export type { TradingFloor } from './floor.ts'
export {
  ProbabilityDesk,
  type ProbabilityDeskOptions,
  type ProbabilityFloor,
  type ProbabilityOutlook,
} from './probability-desk.ts'
