/** What became of an action, told by reads. */
export { createExecutions, type Executions } from './executions.ts'
export { fateOf } from './order-evidence.ts'
export { createReconciler, isUnsettled, type Reads, type Reconciler } from './reconcile.ts'
export { createSafetyNet, type SafetyNet } from './safety-net.ts'
