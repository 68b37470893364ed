/** Connecting to a deployment by its address: the dialog that looks at a service before it is added, and the way to it. */
export { askToConnect } from './asked.ts'
export { connectCommand } from './connect-command.ts'
export { Connect } from './connect-dialog.tsx'
export { ServiceAddress } from './service-address.tsx'
