/** Remote notifications: the trader's notifications go to a webhook and ntfy, and a heartbeat to a monitoring service. */

export { createOutwardHttp } from './delivery.ts'
export { createOutward, type Outward } from './outward.ts'
