/** The settings of the terminal while it runs. */
export { changeLimits } from './change-limits.ts'
export { TerminalSettings } from './terminal-settings.ts'
