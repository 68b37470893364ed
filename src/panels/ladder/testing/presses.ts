/** What presses and drags in a ladder do, for properties over every path. */

export { ownOrder } from '../own-things.ts'
export { dragWaits, type Pressed, pressDoes, pressedAt, released, seenIn } from '../press.ts'
export { priceAt, rowsAround, scrolled } from '../price-rows.ts'
export { afterThings, type Hold, held, NO_HOLD } from '../use-drag.ts'
