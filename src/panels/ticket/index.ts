/** The order ticket: price, size and terms, the whole story of the order before it is sent, and Buy and Sell. */
export { TicketPanel } from './ticket-panel.tsx'
