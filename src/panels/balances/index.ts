/** The panel "Balances": every class of collateral, what explains the change of equity, and moving USDH. */
export { BalancesPanel } from './balances-panel.tsx'
