/** The order book panel, and the ladder for other panels that show a book. */
export { heightOfBook } from './height.ts'
export { OrderBookPanel } from './order-book-panel.tsx'
