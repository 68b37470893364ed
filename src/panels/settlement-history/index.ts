/** The panel "Settlement history": what every bucket settled at, and what the last hour before it did, by hour of the day. */
export { SettlementHistoryPanel } from './settlement-history-panel.tsx'
