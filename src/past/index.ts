/** Records read in pages: the frame shared by fills, orders and settlements, and their common columns. */
export { marketColumn, sideColumn, TIME_PARTS, timeColumn } from './columns.tsx'
export { makerText, OrderDetails, stateText, tifText } from './order-details.tsx'
export { PastActions, PastPanel, PastRows, type PastTable, usePastTable } from './past-panel.tsx'
