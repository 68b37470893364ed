/** Market state that no message delivers: buckets, settlements, binary and outcome markets, the server's clock. */
export { BinaryWatch } from './binary-watch.ts'
export { ClockOffset } from './clock-offset.ts'
export { LiveBucket } from './live-bucket.ts'
export { type CollateralKnown, type OutcomeFacts, OutcomeWatch } from './outcome-watch.ts'
export { type ScalarList, ScalarMarkets } from './scalar-markets.ts'
export { SHORTEST_BUCKET, settledMark } from './settlements.ts'
