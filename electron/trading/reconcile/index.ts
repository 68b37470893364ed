/** The outcome of an action, by reads. */
export { createExecutions, type Executions } from './executions.ts'
export { orderOutcome } from './order-evidence.ts'
export { createReconciler, isUnsettled, type Reads, type Reconciler } from './reconcile.ts'
export { createSafetyNet, type SafetyNet } from './safety-net.ts'
