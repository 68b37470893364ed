/** The venue's WebSocket: who is let in, what they subscribed to, and what is sent. */
export { hugeMessage } from './disturbance.ts'
export { Feed } from './feed.ts'
export { feedSources } from './sources.ts'
export { Upgrades } from './upgrade.ts'
