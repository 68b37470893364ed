/** The scalar market: its bucket in words, the ticket from typed text to an order with all it costs, and what may be sent. */
export { PHASE_WORDS, pauseWords, progressOf, windowShare } from './bucket-labels.ts'
export { effectivePrice, effectiveSize, type PriceUnit, plainText, type TicketDraft } from './draft.ts'
export { type FieldIssue, firstIssue } from './issues.ts'
export { joinSummaries, type MarketPrices, marketPrices } from './market-order.ts'
export { permissionOf } from './permission.ts'
export { placeIntentOf, sizeAtPrice } from './place-intent.ts'
export { SettlingBanner } from './settling-banner.tsx'
export { type SideFigures, type SideSummary, sharedMax, summarize, type TicketSummary } from './summary.ts'
