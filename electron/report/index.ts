/** Reports of a problem: one redacted text of named facts, which the trader reads whole, and then saves, copies or discards. */
export { logTail } from './log-tail.ts'
export { problemReport, type ReportFacts } from './problem-report.ts'
