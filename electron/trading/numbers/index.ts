/** The number that an asset is signed under: known, asked for, or learned from the first use that reads confirm. */
export { type AssetNumbers, createAssetNumbers } from './asset-numbers.ts'
export type { NumberVerdict } from './judge-number.ts'
export { confirmedText, inProfileText, type NumberMessage } from './number-text.ts'
