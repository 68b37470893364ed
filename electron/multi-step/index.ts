/** Work of several actions that is one thing to the trader: moves, reversals, flattens, scales and slices. */
export { createWorkRecords, messageOf, type WorkRecords } from './records.ts'
export { createRuns, type RunsOptions } from './runs.ts'
