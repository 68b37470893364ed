/** The venue's WebSocket: who is let in, what they subscribed to, and what is sent. */
export { Feed, type FeedOptions } from './feed.ts'
export { Upgrades, type UpgradesOptions } from './upgrade.ts'
