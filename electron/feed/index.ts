/** Market data in main: one WebSocket, the state of the markets, and the data for each window. */
export type { Families } from './assets/index.ts'
export { createFeed, createHeldAssets, type Feed } from './create-feed.ts'
export { type OutcomeFacts, type ScalarList, SHORTEST_BUCKET, settledMark } from './markets/index.ts'
