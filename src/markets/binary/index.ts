/** The binary market: labels of its bucket and prices, and the permission to trade it. */
export { binaryAxis, binaryChart, binaryFact } from './chart.ts'
export { binaryEstimate, CONTRACT_PLACES, mostPaid, predictionOf } from './estimate.ts'
export {
  amountOf,
  assetOfRef,
  binaryClosed,
  binaryEnd,
  binaryPermission,
  binaryQuickOrder,
  distanceOf,
  type Present,
  phaseLabel,
  presentOf,
  pricesOf,
  progressAt,
} from './labels.ts'
export { binaryAmount, binaryLadder } from './ladder.ts'
