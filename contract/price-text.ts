/**
 * Prices in messages. Refusals, notices, notifications, native dialogs and the rules shared by main and windows format every price here, in the unit
 * of the setting “Scalar prices”: one choice for the whole process, like a language. Main applies it at start and at every change, a window together
 * with its format. Stored messages keep the unit in which they were written.
 */
import { compare, ONE, type Price } from './decimal.ts'
import { shownAverage } from './family-rules.ts'
import { grouped } from './grouped.ts'
import { fahrenheitOfMark } from './mark.ts'
import type { Settings } from './settings-table.ts'

let unit: Settings['prices'] = 'mark'

/** Sets the unit of scalar prices for all messages from now on. */
export const writePricesIn = (chosen: Settings['prices']): void => {
  unit = chosen
}

/** Marks are around 500 and probabilities at most 1, so the price itself shows which it is. */
const isMark = (price: Price): boolean => compare(price, ONE) > 0

/** A mark as a temperature, regardless of the setting: `571.84` → `71.84 °F`. */
export const degreesOf = (mark: Price): string => `${grouped(fahrenheitOfMark(mark))} °F`

/** `571.84`, or `71.84 °F`; a probability unchanged. Every digit is kept. */
export const priceLabel = (price: Price): string =>
  unit === 'temperature' && isMark(price) ? degreesOf(price) : grouped(price)

/** An average: with the decimals of its family's prices, or one more. */
export const averageLabel = (average: Price): string =>
  priceLabel(shownAverage(isMark(average) ? 'scalar' : 'outcome', average))

/** With the other unit in parentheses: `571.84 (71.84 °F)`, or `71.84 °F (571.84)`; a probability unchanged. */
export function bothPrices(price: Price): string {
  if (!isMark(price)) return grouped(price)
  const [mark, degrees] = [grouped(price), degreesOf(price)]
  return unit === 'temperature' ? `${degrees} (${mark})` : `${mark} (${degrees})`
}
