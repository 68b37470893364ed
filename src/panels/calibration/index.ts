/** The panel "Calibration": prices paid for shares and contracts, against what came true. */
export { CalibrationPanel } from './calibration-panel.tsx'
