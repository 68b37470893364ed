/** The panel "Transfers and conversions": what moved money and shares and is no fill. */
export { TransfersPanel } from './transfers-panel.tsx'
