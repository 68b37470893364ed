/** The trader's positions, marked live, and the way out of each. */
export { PartClose } from './part-close.tsx'
export { PositionsPanel } from './positions-panel.tsx'
export { binaryResults, entryText, heldPrice, unrealised } from './profit.ts'
export { useClose } from './use-close.tsx'
