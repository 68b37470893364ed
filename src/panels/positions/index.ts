/** The trader's positions, marked live, and the way out of each. */
export { PositionsPanel } from './positions-panel.tsx'
