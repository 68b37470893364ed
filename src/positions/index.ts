/** What every family shows of positions: their results, closing one, and closing a part. */
export { PartClose } from './part-close.tsx'
export { binaryResults, entryText, heldPrice, returnPercent, settledAt, unrealised, valueAt } from './profit.ts'
export { useClose } from './use-close.tsx'
