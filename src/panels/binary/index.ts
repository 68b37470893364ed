/** The binary market: above or below the midpoint, predictions in USDC, and the way out of a position. */
export { BinaryPanel } from './binary-panel.tsx'
