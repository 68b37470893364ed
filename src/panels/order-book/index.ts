/** The order book panel, and the ladder for other panels that show a book. */
export { Ladder } from '../../ladder/ladder.tsx'
export { OrderBookPanel } from './order-book-panel.tsx'
