/** The market-data half of main: one WebSocket, the markets' state, and what each window is pushed of it. */
export type { Families } from './assets/index.ts'
export { createFeed, createHeldAssets, type Feed } from './create-feed.ts'
export { type OutcomeFacts, type ScalarList, SHORTEST_BUCKET, settledMark } from './markets/index.ts'
