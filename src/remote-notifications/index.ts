/** Remote notifications on screen: the targets, the state of each, and what they receive. */
export {
  RemoteNotificationsDialog,
  RemoteNotificationsLine,
  remoteNotificationsCommand,
} from './remote-notifications-dialog.tsx'
