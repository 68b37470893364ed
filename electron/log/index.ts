/** The log, and the redaction of secrets. */
export { type Log, openLog } from './log.ts'
export { redact, watchSecret } from './redact.ts'
