/** From the bytes of a message to checked values. */

export {
  type BookFault,
  type CompactBook,
  type CompactSide,
  clearBook,
  emptyBook,
  faultOf,
  readBook,
  takeBook,
} from './compact-book.ts'
export { BookDecoder } from './decode-book.ts'
export type { ContextPatch } from './decode-market.ts'
export { BadData, MessageDecoder, parseMessage } from './decode-message.ts'
export { type Dictionary, isDictionary, MAX_PLACES, rescale, textUnits, unitsText } from './wire.ts'
