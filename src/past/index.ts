/** Records that are read in pages: the frame that fills, orders and settlements share, and the columns that they have alike. */
export { marketColumn, sideColumn, TIME_PARTS, timeColumn } from './columns.tsx'
export { makerText, OrderDetails, stateText, tifText } from './order-details.tsx'
export { PastActions, PastPanel, PastRows, type PastTable, usePastTable } from './past-panel.tsx'
