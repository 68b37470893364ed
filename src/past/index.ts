/** Records that are read in pages: the frame that fills, orders and settlements share, and the columns that they have alike. */
export { marketColumn, priceText, sideColumn, timeColumn } from './columns.tsx'
export { OrderDetails } from './order-details.tsx'
export { PastPanel } from './past-panel.tsx'
