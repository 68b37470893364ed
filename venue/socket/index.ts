/** The venue's WebSocket: who is let in, what they subscribed to, and what is sent. */
export { hugeMessage } from './disturbance.ts'
export { Feed, type FeedOptions } from './feed.ts'
export { type FeedSource, feedSources, scalarSource } from './sources.ts'
export { type SocketFaults, Upgrades, type UpgradesOptions } from './upgrade.ts'
