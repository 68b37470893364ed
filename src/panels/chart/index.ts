/** The chart: marks over time in both units, with the trader's own fills, orders and position on it; its set-up for other charts. */
export { fixedOptions, themeOptions } from '../../charting/chart-options.ts'
export { onThemeChange, readColours } from '../../charting/colours.ts'
export { ChartPanel } from './chart-panel.tsx'
