/** Notifications to elsewhere: what the trader is told here goes to a webhook and ntfy, and a heartbeat to a service that misses it. */

export { createOutwardHttp } from './delivery.ts'
export { createOutward, type Outward } from './outward.ts'
