/** The trader's resting orders, and taking them back. */
export { cancelStateOf } from './cancel-state.ts'
export { OpenOrdersPanel } from './open-orders-panel.tsx'
export { OrderRow } from './order-row.tsx'
