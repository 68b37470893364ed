/** What the venue's tests share: a quiet venue without a network, a venue on loopback with traders that hold keys, a WebSocket client. */
export { ALICE, BOB, MID_BUCKET, quietVenue, refusal } from './quiet-venue.ts'
export { Client, type Message } from './socket-client.ts'
export { type Reply, START, startTestVenue, type TestTrader, type TestVenue } from './test-venue.ts'
