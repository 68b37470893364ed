/** The settlement desk: where the live bucket may settle, what the rest must average for it, and what that makes of positions. */
export { SettlementDeskPanel } from './settlement-desk-panel.tsx'
