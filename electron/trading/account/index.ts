/** The account as reads tell it, and the orders in flight. */
export { type AccountWatch, createAccountWatch, serverTimeOf } from './account-watch.ts'
export { createLeverages, type Leverages } from './leverages.ts'
export type { FreshOrders } from './open-orders.ts'
export { createReadCache } from './read-cache.ts'
export { createUnreadableRows } from './unreadable-rows.ts'
