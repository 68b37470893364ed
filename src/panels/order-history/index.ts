/** The panel "Order history": every order that is over, with its state, the reason and who made it. */
export { OrderHistoryPanel } from './order-history-panel.tsx'
