/** Connecting to a deployment by its address: the dialog that looks at a service before it is added, and the way to it. */
export { askToConnect, Connect, connectCommand } from './connect-dialog.tsx'
export { ServiceAddress } from './found-service.tsx'
