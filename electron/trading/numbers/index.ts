/** Which number an asset is signed under: known, asked for, learned from the first use that reads confirm. */
export { type AssetNumbers, createAssetNumbers } from './asset-numbers.ts'
export type { NumberVerdict } from './judge-number.ts'
export { inProfileWords, type NumberMessage, takenWords } from './number-words.ts'
