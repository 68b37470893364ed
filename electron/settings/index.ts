/** The settings of the terminal while it runs. */
export { changeLimits } from './change-limits.ts'
export { exportedText, previewOf, readExported } from './exported.ts'
export { TerminalSettings } from './terminal-settings.ts'
