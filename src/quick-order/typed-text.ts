/** A price as it was typed in a line, written back in the unit that scalar prices are read in. Pure. */
import { compare, type Decimal, type Fahrenheit, type Price } from '../../contract/decimal.ts'
import { markOfFahrenheit } from '../../contract/mark.ts'
import { priceLabel } from '../format/index.ts'
import type { TypedPrice } from '../markets/quick-order/index.ts'

/** Who writes less means a temperature, and is told so: it is shown as it was typed. */
const LEAST_MARK = '400' as Decimal

/** `the mid`, `62 %`, and of `571.5` and `71.5F` alike `571.5`, or `71.5 °F`. */
export function typedText(price: TypedPrice): string {
  if (price.kind === 'quote') return `the ${price.quote}`
  const { value, unit } = price
  if (unit === 'percent') return `${value} %`
  if (unit === 'fahrenheit') return priceLabel(markOfFahrenheit(value as string as Fahrenheit))
  return compare(value, LEAST_MARK) < 0 ? value : priceLabel(value as string as Price)
}
