/** What presses and drags in a ladder do, for properties over every path. */
export { afterThings, type Hold, held, NO_HOLD } from '../drag.ts'
export { ownOrder } from '../own-things.ts'
export { dragWaits, type Pressed, pressDoes, pressedAt, released } from '../press.ts'
export { priceAt, rowsAround, scrolled } from '../price-rows.ts'
export { seenIn } from '../use-place.ts'
