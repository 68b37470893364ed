/** Alerts: conditions of the trader, watched while the terminal runs; each event is reported once. */
export { alertBegun, isOfTerminal, isSameAlert } from './alert-set.ts'
export { type Alerts, createAlerts } from './alerts.ts'
export { noticeFills, noticeFirings, noticeRefusals } from './event-notices.ts'
export { ruleTitle } from './kinds.ts'
