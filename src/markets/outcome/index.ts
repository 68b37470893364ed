/** Outcome markets: questions with their markets, the ticket, conversions, labels of times, and permissions. */
export { ownName, questionOf, sideName } from '../../../contract/outcome-names.ts'
export { outcomeAxis, outcomeChart } from './chart.ts'
export { CONVERSION_NAMES, type OfferedConversion, offeredConversions, showAtOnce } from './conversions.ts'
export {
  isDistanceCut,
  mostShares,
  noFacing,
  OUTCOME_LEVELS,
  type OutcomeDraft,
  type OutcomeIssue,
  outcomeBound,
  outcomeFigures,
  outcomeIntentOf,
  outcomeIssues,
  percentOf,
  sizeIssue,
} from './draft.ts'
export { outcomeEstimate } from './estimate.ts'
export { groupsOf, lifeText, outcomeClosed, outcomeEnd, outcomePermission, stateOf } from './labels.ts'
export { outcomeLadder, outcomeSize } from './ladder.ts'
export { outcomeQuickOrder } from './quick-order.ts'
