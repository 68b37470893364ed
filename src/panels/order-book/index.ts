/** The order book panel, and the ladder for other panels that show a book. */
export { LADDER_KEYS } from '../../ladder/index.ts'
export { heightOfBook, OrderBookPanel } from './order-book-panel.tsx'
