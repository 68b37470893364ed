/** The service's records of the trader's past, read once and stored; nothing else reads fills or the order history. */
export { type BackFill, createBackFill } from './back-fill.ts'
export { createFillRecords, type FillRecords, type FillsRead } from './fill-records.ts'
export { createOrderRecords, type HistoryRead, type OrderRecords } from './order-records.ts'
export { createTurns } from './turns.ts'
