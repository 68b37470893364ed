/** The scalar market: labels of its bucket, the ticket from typed text to an order with all its costs, and permissions. */
export { scalarAxis, scalarChart } from './chart.ts'
export {
  effectivePrice,
  effectiveSize,
  type FieldIssue,
  firstIssue,
  type PriceUnit,
  placeIntentOf,
  plainText,
  priceIn,
  sizeAtPrice,
  type TicketDraft,
} from './draft.ts'
export { scalarEstimate } from './estimate.ts'
export { PHASE_LABELS, pauseText, permissionOf, progressOf, scalarClosed, scalarEnd, windowShare } from './labels.ts'
export {
  joinSummaries,
  type MarketPrices,
  marketPrices,
  scalarLadder,
  scalarSize,
  targetAgainst,
  unsized,
} from './ladder.ts'
export { type LeverageChange, leverageChange } from './liquidation.ts'
export { maxSize } from './max-size.ts'
export { orderFigures, orderRows } from './order-figures.ts'
export { scalarQuickOrder } from './quick-order.ts'
export { sharedMax, summarize, type TicketSummary } from './summary.ts'
