/** Moving a resting order: cancelled, its end and fills read, and what is left of it placed anew; each move a record of its own. */
export type { Bar, NewOrder } from './interface.ts'
export { type Asked, createMoves, type Moves } from './moves.ts'
export { createReversals, type ReversalAsked, type Reversals } from './reversals.ts'
