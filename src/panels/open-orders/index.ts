/** The trader's resting orders, and taking them back. */
export { OpenOrdersPanel } from './open-orders-panel.tsx'
export { useWorkingCount } from './use-working-count.ts'
