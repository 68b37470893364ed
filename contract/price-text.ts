/**
 * Prices in sentences. Refusals, notices, notifications, native boxes and the rules that main and windows share write every price with the
 * functions here, in the unit that the setting “Scalar prices” chose: one choice for the whole process, as a language is. Main takes it over
 * when it starts and at every change, a window with its format. What was said and kept before a change stays as it was said.
 */
import { compare, ONE, type Price } from './decimal.ts'
import { grouped } from './grouped.ts'
import { fahrenheitOfMark } from './mark.ts'
import type { Settings } from './settings-table.ts'

let unit: Settings['prices'] = 'mark'

/** Has all sentences from now on write scalar prices in this unit. */
export const writePricesIn = (chosen: Settings['prices']): void => {
  unit = chosen
}

/** Marks lie around 500 and probabilities at most at 1, so that a price itself says which of them it is. */
const isMark = (price: Price): boolean => compare(price, ONE) > 0

/** A mark as a temperature, whatever is chosen: `571.84` → `71.84 °F`. */
export const degreesOf = (mark: Price): string => `${grouped(fahrenheitOfMark(mark))} °F`

/** `571.84`, or `71.84 °F`; a probability as it is. Every digit as it came. */
export const priceLabel = (price: Price): string =>
  unit === 'temperature' && isMark(price) ? degreesOf(price) : grouped(price)

/** With the other unit beside it: `571.84 (71.84 °F)`, or `71.84 °F (571.84)`; a probability as it is. */
export function bothPrices(price: Price): string {
  if (!isMark(price)) return grouped(price)
  const [mark, degrees] = [grouped(price), degreesOf(price)]
  return unit === 'temperature' ? `${degrees} (${mark})` : `${mark} (${degrees})`
}
