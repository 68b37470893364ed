/** Moving a resting order: canceled, its end and fills read, and the rest placed again. Each move has its own record. */
export type { EndReads, NewOrder, RefusalCheck } from './interface.ts'
export { cameToNothing } from './move.ts'
export { createMoves } from './moves.ts'
export { createReversals } from './reversals.ts'
export { OTHER_WALLET, readEnd, refuseUnsent, settled, stopRefusal } from './steps.ts'
