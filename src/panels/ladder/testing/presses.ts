/** The click and drag logic of a ladder, for property tests over every path. */

export { ownOrder } from '../own-things.ts'
export { dragWaits, type Pressed, pressDoes, pressedAt, released, seenIn } from '../press.ts'
export { priceAt, rowsAround, scrolled } from '../price-rows.ts'
export { afterOwnMarks as afterThings, type Hold, held, NO_HOLD } from '../use-drag.ts'
