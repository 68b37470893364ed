/** The venue's own traders: market makers who keep the book, and takers who trade against it. */

export {
  type ProbabilityOutlook,
  ProbabilityTraders,
} from './probability-traders.ts'
export { COARSE_STEP, MAKERS, ScalarTraders, STEP, TAKERS } from './scalar-traders.ts'
