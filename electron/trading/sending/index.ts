/** Executes actions: prepare, verify, ask, sign, send once. */
export { ON_YOUR_CONFIRMATION } from './check-before-signing.ts'
export { applyTransferConfirmation } from './confirmations.ts'
export { createPurposes } from './queues.ts'
export { refusalOf } from './refusal.ts'
export { createRunner } from './runner.ts'
