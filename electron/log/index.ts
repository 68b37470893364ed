/** The log, and what keeps secrets out of it. */
export { type Log, openLog } from './log.ts'
export { redact, watchSecret } from './redact.ts'
