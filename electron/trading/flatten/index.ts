/** Canceling every order and closing every position: stops what adds exposure first, and reports the result of each part. */
export { cancelAll, createKill, oncePerRequest } from './cancel-all.ts'
export type { FlattenRequest } from './flatten.ts'
export { createFlattens } from './flattens.ts'
