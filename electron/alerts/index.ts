/** Alerts: what the trader wants to be told of, watched while the terminal runs, each event told once. */
export { type AlertInput, type Alerts, type AlertsOptions, createAlerts } from './alerts.ts'
export { tokenExpiryOf } from './token-expiry.ts'
