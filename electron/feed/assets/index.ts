/** The state of each asset: book, trades, context, and their freshness. */
export { AssetData, type AssetDataOptions } from './asset-data.ts'
export { AssetFacts, type Families } from './asset-facts.ts'
export { AssetHolds, type AssetTopic } from './asset-set.ts'
export { OrderBook, type RestingOrder } from './order-book.ts'
