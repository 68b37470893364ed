/** The matching engine: order books by price and time, and the rule by which orders trade. */
export { match } from './matching.ts'
export { newOrder, type Order, type OrderStatus, type OrderTerms, setStatus, type TimeInForce } from './order.ts'
export { HIGHEST_PRICE, OrderBook } from './order-book.ts'
