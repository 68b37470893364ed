/** Activity of the wallet that no action of this terminal caused: orders, fills and position changes. */
export { createExternal, type External, type Found } from './external.ts'
