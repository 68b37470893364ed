/** The binary market: its bucket and prices in words, and what may be sent. */
export { binaryAxis } from './axis.ts'
export { binaryChart } from './chart.ts'
export { binaryClosed } from './closed.ts'
export { binaryEstimate } from './estimate.ts'
export { binaryFact } from './fact.ts'
export { binaryQuickOrder } from './hand.ts'
export {
  amountOf,
  assetOfRef,
  distanceOf,
  mostCost,
  type Present,
  phaseWord,
  presentOf,
  pricesOf,
  progressAt,
} from './labels.ts'
export { binaryLadder } from './ladder.ts'
export { binaryPermission } from './permission.ts'
export { binaryEnd } from './position-end.ts'
export { mostPaid, predictionOf } from './prediction.ts'
export { binaryAmount, contractsFor } from './sizing.ts'
