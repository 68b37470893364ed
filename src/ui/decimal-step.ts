/** Steps of a decimal text field: exact, and onto the tick grid when the typed value is off it. */
import {
  add,
  type Decimal,
  isMultipleOf,
  multiply,
  padTo,
  parseTyped,
  placesOf,
  toStep,
  ZERO,
} from '../../contract/decimal.ts'

/**
 * The text after pressing up (+1) or down (−1) `times` times on a grid of `tick`. Text that is no number is kept as typed. A value off the
 * grid goes to the next grid point in that direction first. Values do not go below zero unless `negative`.
 */
export function stepDecimal(text: string, tick: Decimal, direction: 1 | -1, times = 1, negative = false): string {
  const value = parseTyped(text)
  if (value === null) return text
  let steps = times
  let from = value
  if (!isMultipleOf(value, tick)) {
    // toStep rounds towards zero: for a positive value that is already the grid point below.
    const below = toStep(value, tick, value.startsWith('-') ? 'up' : 'down')
    from = direction < 0 ? below : add(below, tick)
    steps -= 1
  }
  const next = add(from, multiply(tick, String(direction * steps) as Decimal))
  if (!negative && next.startsWith('-')) return padTo(ZERO, placesOf(tick))
  return padTo(next, placesOf(tick))
}
