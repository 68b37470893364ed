/** Moving a resting order: cancelled, its end and fills read, and what is left of it placed again; each move a record of its own. */
export type { EndReads, NewOrder, RefusalCheck } from './interface.ts'
export { cameToNothing } from './move.ts'
export { type Asked, createMoves } from './moves.ts'
export { createReversals, type ReversalAsked } from './reversals.ts'
export { OTHER_WALLET, readEnd, refuseUnsent, settled, stopRefusal } from './steps.ts'
