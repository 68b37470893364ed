/** The chart: prices of any market over time, with the trader's own fills, orders and position. */
export { ChartPanel } from './chart-panel.tsx'
export { LINE_KEYS } from './line-list.tsx'
