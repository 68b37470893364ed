/** Canceling every order and closing every position: what adds exposure is stopped first, and what became of each part is reported. */
export { type CancelAllReport, cancelAll, createKill, oncePerRequest } from './cancel-all.ts'
export type { FlattenRequest } from './flatten.ts'
export { createFlattens } from './flattens.ts'
