/** Multi-step work that the trader sees as one thing: moves, reversals, flattens, scales and slices. */
export { createWorkRecords, messageOf } from './records.ts'
export { createRuns, type RunsOptions } from './runs.ts'
