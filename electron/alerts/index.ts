/** Alerts: what the trader wants to be told of, watched while the terminal runs, each event told once. */
export { createAlerts } from './alerts.ts'
export { createHeldAssets, type HeldAssets } from './held-assets.ts'
export type { AlertInput, Alerts, AlertsOptions } from './interface.ts'
