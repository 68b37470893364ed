/** The account as reads tell it, and the orders in flight. */
export { type AccountWatch, createAccountWatch, serverTimeOf } from './account-watch.ts'
export type { FreshOrders } from './open-orders.ts'
export { createReadCache } from './read-cache.ts'
export { underWay } from './under-way.ts'
