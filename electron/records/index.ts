/** What the service told of the trader's past, read once and kept; no other reader of fills or of the order history is there. */
export { type BackFill, createBackFill } from './back-fill.ts'
export { createFillRecords, type FillRecords, type FillsRead } from './fill-records.ts'
export { createOrderRecords, type HistoryRead, type OrderRecords } from './order-records.ts'
export { createTurns } from './turns.ts'
