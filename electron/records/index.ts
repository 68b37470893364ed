/** What the service told of the trader's past, read once and kept. */
export { createFillRecords, type FillRecords, type FillsRead } from './fill-records.ts'
export { type PastRead, readBack } from './read-back.ts'
