/** The order book panel. */
export { OrderBookPanel } from './order-book-panel.tsx'
