/** The chart: prices over time of any market, with the trader's own fills, orders and position on it. */
export { ChartPanel } from './chart-panel.tsx'
export { LINE_KEYS } from './line-list.tsx'
