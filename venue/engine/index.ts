/** The matching engine: order books by price and time, and the rule by which orders trade. */
export { type MatchEvents, match } from './matching.ts'
export { type Level, newOrder, type Order, type OrderStatus, type OrderTerms, type TimeInForce } from './order.ts'
export { HIGHEST_PRICE, OrderBook } from './order-book.ts'
