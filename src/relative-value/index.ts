/** What markets that settle alike say about one another, and what of a difference could really be traded: depth, fees, capital, risk. */
export { type Claim, orderOnAxis, readClaim } from './claim.ts'
export {
  type CompleteSet,
  completeSetOf,
  gains,
  type MemberBooks,
  noSetReason,
  priceSet,
  type RouteResult,
  type SetMember,
} from './complete-sets.ts'
export { type Band, type Implied, impliedBy, narrowed, type Quoted, type Threshold, violationsOf } from './implied.ts'
export {
  basisBetween,
  byGain,
  offersOf,
  type Pair,
  type PairResult,
  pairsOf,
  type Risk,
  takersOf,
  walkPair,
} from './pairs.ts'
export { type Contract, type Hour, type HourMarket, hourOf } from './same-hour.ts'
