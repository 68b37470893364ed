/** What happens to the wallet and no action of this terminal did: orders, fills and changes of positions. */
export { createExternal, type External, type Found } from './external.ts'
