/** The binary markets: above or below the midpoint at the end of each bucket, at leverage 2. */
export { PracticeBinaryCore } from './core.ts'
export type * from './interface.ts'
export { BINARY_ASSETS, BinaryMarket, FIRST_BINARY_ID } from './market.ts'
export { restoreBinary, type SavedBinary, saveBinary, savedBinary } from './saved.ts'
