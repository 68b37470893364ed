/** Every way in which a position ends without an action of the trader in this terminal, noticed and reported once. */
export { computedSettlement } from './ending-of.ts'
export { createEndings, type Endings } from './endings.ts'
