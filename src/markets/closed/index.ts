/** A market that takes no orders: the interface that each family answers. */
export type { Closed, ClosedFacts } from './closed.ts'
