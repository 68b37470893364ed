/** The account by its reads, and the orders in flight. */
export { type AccountWatch, createAccountWatch, createUnreadableRows, serverTimeOf } from './account-watch.ts'
export { createLeverages, type Leverages } from './leverages.ts'
export type { FreshOrders } from './open-orders.ts'
export { createReadCache } from './reads.ts'
