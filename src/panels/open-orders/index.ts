/** The trader's resting orders, and taking them back. */
export { OpenOrdersPanel, useWorkingCount } from './open-orders-panel.tsx'
