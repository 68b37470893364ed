/** Relative value of markets with the same settlement, and the tradable part of differences: depth, fees, capital, risk. */
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
