/** What happens to the wallet and no action of this terminal did: orders, fills and changes of positions. */
export { createForeign, type Foreign, type Found } from './foreign.ts'
