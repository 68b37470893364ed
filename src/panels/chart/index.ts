/** The chart: marks over time in both units, with the trader's own fills, orders and position on it. */
export { ChartPanel } from './chart-panel.tsx'
