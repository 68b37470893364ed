/** Labels and messages of the panel "Order history". */
export const MESSAGES = {
  state: 'State',
  price: 'Price',
  priceDetail: 'Requested',
  average: 'Average',
  averageDetail: 'Over stored fills',
  tifDetail: 'Time in force; R: reduce-only',
  source: 'Source',
  sourceDetail: 'Manual, automated, or another client',
  reason: 'Reason',
  order: 'Order',
  none: 'No ended orders',
  never: 'No filled, canceled or expired orders yet.',
  orderHistory: 'Order history',
} as const
