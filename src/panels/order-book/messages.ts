/** Labels and messages of the panel "Order book". */
export const MESSAGES = {
  orderBook: 'Order book',
  loadingOrderBook: 'Loading order book',
  copying: ', and copying',
  total: 'Total',
  emptyForOrders: 'Book is empty. A limit order would be the first.',
  bookEmpty: 'Book is empty.',
} as const
