/** The venue's WebSocket: admission, subscriptions, and messages. */
export { hugeMessage } from './disturbance.ts'
export { Feed } from './feed.ts'
export { feedSources } from './sources.ts'
export { Upgrades } from './upgrade.ts'
