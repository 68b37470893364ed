/** The binary market: labels of its bucket and prices, and the permission to trade it. */
export { binaryAxis, binaryChart, binaryFact } from './chart.ts'
export { binaryEstimate, mostPaid, predictionOf } from './estimate.ts'
export {
  amountOf,
  assetOfRef,
  binaryClosed,
  binaryEnd,
  binaryPermission,
  binaryQuickOrder,
  distanceOf,
  mostCost,
  type Present,
  phaseWord,
  presentOf,
  pricesOf,
  progressAt,
} from './labels.ts'
export { binaryAmount, binaryLadder, contractsFor } from './ladder.ts'
