/** From the bytes of a message to checked values. */
export { BadData } from './bad-data.ts'
export { readBook, takeBook } from './book-from-json.ts'
export { type BookFault, type CompactBook, type CompactSide, clearBook, emptyBook, faultOf } from './compact-book.ts'
export { BookDecoder } from './decode-book.ts'
export type { ContextPatch } from './decode-context.ts'
export { MessageDecoder } from './decode-message.ts'
export { MOST_PLACES, rescale, textUnits, unitsText } from './units.ts'
export { type Dictionary, isDictionary } from './wire.ts'
