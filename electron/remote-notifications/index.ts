/** Remote notifications: the trader's notifications go to a webhook and ntfy, and a heartbeat to a monitoring service. */

export { createRemoteHttp } from './delivery.ts'
export { createRemoteNotifications, type RemoteNotifications } from './remote-notifications.ts'
