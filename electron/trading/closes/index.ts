/** Widening closes: order after order, each at a worse price, until the position is closed or the trader's bound is reached. */
export { type ActionEvents, createActionEvents, totalOf } from './action-events.ts'
export { createWidening, type Widening, withdrawUnsent } from './widening.ts'
