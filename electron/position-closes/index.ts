/** Every way in which a position ends without an action of the trader in this terminal, noticed and reported once. */
export { computedSettlement } from './cause-of-close.ts'
export { createPositionCloses, type PositionCloses } from './position-closes.ts'
