/** The past in pages: fills, orders and settlements, sorted, filtered and summed in a separate thread, and exported as CSV. */

export { exportPast } from './export-past.ts'
export { createPast, type Past } from './past.ts'
export { createPastReader, pastThread } from './past-reader.ts'
export type { OwnedQuery } from './query.ts'
export { readPage, readTotals } from './read-past.ts'
