/** Connecting to a deployment by its address: the dialog that probes a service before it is added, and its command. */
export { askToConnect, Connect, connectCommand } from './connect-dialog.tsx'
export { ServiceAddress } from './found-service.tsx'
