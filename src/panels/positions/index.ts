/** The trader's positions, marked live, and the way out of each. */
export { PartClose } from '../../positions/part-close.tsx'
export { binaryResults, entryText, heldPrice, unrealised } from '../../positions/profit.ts'
export { useClose } from '../../positions/use-close.tsx'
export { PositionsPanel } from './positions-panel.tsx'
