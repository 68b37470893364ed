/** The trader's resting orders, and taking them back. */
export { cancelStateOf } from '../../orders/cancel-state.ts'
export { OrderRow } from '../../orders/order-row.tsx'
export { OpenOrdersPanel } from './open-orders-panel.tsx'
