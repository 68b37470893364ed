/** The panel "P&L": what the past made, by day, bucket, market and family. */
export { ResultsPanel } from './results-panel.tsx'
