/** What every family shows of positions: their results, closing one, and closing a part. */
export { PartClose } from './part-close.tsx'
export {
  binaryResults,
  entryText,
  heldPrice,
  liquidationAt,
  returnPercent,
  settledAt,
  unrealised,
  valueAt,
} from './profit.ts'
export { useClose } from './use-close.tsx'
