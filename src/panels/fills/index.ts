/** The panel "Fills": every fill of the trader's, with fee, result and slippage. */
export { FillsPanel } from './fills-panel.tsx'
