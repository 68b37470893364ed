/** The settings of the terminal while it runs. */
export { exportedText, previewOf, readExported } from './exported.ts'
export { createPendingLimits, type PendingLimits, TerminalSettings } from './terminal-settings.ts'
