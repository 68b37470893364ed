/** The chart: marks over time in both units, with the trader's own fills, orders and position on it; its set-up for other charts. */
export { ChartPanel } from './chart-panel.tsx'
