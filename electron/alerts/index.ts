/** Alerts: what the trader wants to be told of, watched while the terminal runs, each event told once. */

export { createHeldAssets, type HeldAssets } from '../feed/held-assets.ts'
export { createAlerts } from './alerts.ts'
export type { AlertInput, Alerts, AlertsOptions } from './interface.ts'
