/** The single WebSocket of a deployment, its subscriptions, and its health. */

export { Connection, type OpenSocket, type UpgradeLimit } from './connection.ts'
export { ConnectionTopic } from './connection-topic.ts'
export type { SocketEnd } from './socket-health.ts'
export { type Channel, type EndWant, Subscriptions } from './subscriptions.ts'
export { openWsSocket } from './ws-socket.ts'
