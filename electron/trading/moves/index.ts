/** Moving a resting order: cancelled, its end and fills read, and what is left of it placed again; each move a record of its own. */
export type { Bar, EndReads, NewOrder } from './interface.ts'
export { cameToNothing } from './move.ts'
export { type Asked, createMoves } from './moves.ts'
export { readEnd } from './order-end.ts'
export { OTHER_WALLET, refuseUnsent, stopRefusal } from './refusals.ts'
export { createReversals, type ReversalAsked } from './reversals.ts'
export { settled } from './settled.ts'
