/** Alerts: what the trader wants to be told of, when it last was, and how it is told. */
export { AlertsPanel } from './alerts-panel.tsx'
