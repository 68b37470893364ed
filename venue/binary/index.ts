/** The binary markets: above or below the midpoint at the end of each bucket, at leverage 2. */
export { BinaryCore } from './core.ts'
export type * from './interface.ts'
export { BinaryMarket } from './market.ts'
export { restoreBinary, saveBinary } from './saved.ts'
