/** A price as it was typed in a line, written back in the unit that scalar prices are read in. Pure. */
import type { Fahrenheit, Price } from '../../contract/decimal.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import { priceWords } from '../format/index.ts'
import type { TypedPrice } from '../markets/hand/index.ts'

/** `the mid`, `62 %`, and of `571.5` and `71.5F` alike `571.5`, or `71.5 °F`. */
export function typedWords(price: TypedPrice): string {
  if (price.kind === 'quote') return `the ${price.quote}`
  const { value, unit } = price
  if (unit === 'percent') return `${value} %`
  return priceWords(
    unit === 'fahrenheit' ? markOfFahrenheit(value as string as Fahrenheit) : (value as string as Price),
  )
}
