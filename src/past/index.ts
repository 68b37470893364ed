/** Records that are read in pages: the frame that fills, orders and settlements share, and the columns that they have alike. */
export { marketColumn, sideColumn, TIME_PARTS, timeColumn } from './columns.tsx'
export { OrderDetails } from './order-details.tsx'
export { makerText, stateText, tifText } from './order-text.ts'
export { PastActions } from './past-actions.tsx'
export { PastPanel } from './past-panel.tsx'
export { PastRows } from './past-rows.tsx'
export { type PastTable, usePastTable } from './use-past-table.ts'
