/** Closes that widen: order after order, each at a worse price, until the position is closed or the trader's bound is reached. */
export { totalOf } from './join-steps.ts'
export { createToldActions, type ToldActions } from './told-actions.ts'
export { createWidening, type Widening } from './widening.ts'
export { withdrawUnsent } from './withdraw.ts'
