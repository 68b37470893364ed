/** The target of a prediction against the way it goes. Pure. */
import { compare, type Fahrenheit, type Price } from '../../../contract/decimal.ts'
import { markOfFahrenheit } from '../../../contract/mark.ts'
import { temperatureText } from '../../format/index.ts'

/**
 * Why a prediction would lose at its own target: `Long loses at 40 °F`; null where target and way agree, or something is not known.
 */
export function targetAgainst(
  direction: 'long' | 'short',
  target: Fahrenheit | null,
  mark: Price | null,
): string | null {
  if (target === null || mark === null) return null
  const above = compare(markOfFahrenheit(target), mark)
  if (direction === 'long' ? above >= 0 : above <= 0) return null
  return `${direction === 'long' ? 'Long' : 'Short'} loses at ${temperatureText(target)}`
}
