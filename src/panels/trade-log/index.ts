/** The panel "Trade log": every trade from its opening to its end, with what it made and how far the price went meanwhile. */
export { TradeLogPanel } from './trade-log-panel.tsx'
