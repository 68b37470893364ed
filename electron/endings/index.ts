/** Every way in which a position ends without the trader's hand in this terminal, noticed and told once. */
export { computedSettlement } from './ending-of.ts'
export { createEndings, type Endings } from './endings.ts'
