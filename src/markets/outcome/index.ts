/** Outcome markets: questions with their markets, the ticket, conversions, times in words, and what may be sent. */
export { ownName, questionOf, sideName } from '../../../contract/outcome-names.ts'
export { outcomeAxis } from './axis.ts'
export { outcomeChart } from './chart.ts'
export { outcomeClosed } from './closed.ts'
export { CONVERSION_NAMES, type OfferedConversion, offeredConversions } from './conversion-rules.ts'
export {
  mostShares,
  noFacing,
  OUTCOME_LEVELS,
  type OutcomeDraft,
  type OutcomeFigures,
  type OutcomeIssue,
  outcomeBound,
  outcomeFigures,
  outcomeIntentOf,
  outcomeIssues,
  percentOf,
  sizeIssue,
} from './draft.ts'
export { outcomeEstimate } from './estimate.ts'
export { groupsOf, stateOf } from './groups.ts'
export { outcomeQuickOrder } from './hand.ts'
export { lifeText } from './labels.ts'
export { outcomeLadder } from './ladder.ts'
export { showAtOnce } from './one-moment.ts'
export { outcomePermission } from './permission.ts'
export { outcomeEnd } from './position-end.ts'
export { outcomeSize } from './sizing.ts'
