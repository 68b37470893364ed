/** The limits that the trader sets and main holds, to be seen and changed. */
export { LimitsPanel } from './limits-panel.tsx'
