/**
 * A size as it is typed, and what it comes to. Whatever it is typed in, it comes to no more than was typed: every quotient is rounded down to the
 * lot. Pure and exact.
 */
import {
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  type Price,
  parseTyped,
  type Size,
  signOf,
  subtract,
  toStep,
} from '../../contract/decimal.ts'
import type { SizeUnit } from '../../contract/size-presets.ts'

/** What stands in the field, just as typed, and its unit. */
export interface TypedSize {
  readonly text: string
  readonly by: SizeUnit
}

/** What it comes to. `lacks`: something else is to be typed or known first. */
export type SizeRead =
  | { readonly state: 'known'; readonly size: Size }
  | { readonly state: 'lacks'; readonly words: string }
  | { readonly state: 'wrong'; readonly words: string }

/** How far the stop of the order is from where it is entered, and how much further its close may trade, in the market's unit. */
export interface StopFacts {
  readonly distance: Price
  readonly slack: Price
}

/** What one contract loses where it is closed at the bound of its stop, fees apart. */
export const stopLoss = ({ distance, slack }: StopFacts): Price => add(distance, slack)

/** The number that was typed; or what is wrong with it. */
export function typedAmount({ text, by }: TypedSize): Decimal | Exclude<SizeRead, { state: 'known' }> {
  if (text.trim() === '') return { state: 'lacks', words: 'Size is missing.' }
  const amount = parseTyped(text)
  if (amount === null) return { state: 'wrong', words: 'Size is not a number.' }
  if (signOf(amount) <= 0) return { state: 'wrong', words: 'Size must be greater than 0.' }
  if (by === 'percent' && compare(amount, HUNDRED) > 0) return { state: 'wrong', words: 'At most 100 %.' }
  return amount
}

const PLACES = 36

/** How many whole lots an amount buys at so much each, never more than it covers. @param each greater than 0 */
export function lotsIn(amount: Decimal, each: Decimal, lot: Decimal): Size {
  if (signOf(amount) <= 0) return toStep('0' as Size, lot)
  const near = toStep(divide(amount, each, PLACES) as Decimal, lot, 'down')
  // The quotient was rounded: what it allows is checked once more, exactly.
  return (compare(multiply(near, each), amount) > 0 ? toStep(subtract(near, lot), lot) : near) as Size
}

/** A size that was worked out; one that is less than the least is said to be. */
export const sizeRead = (size: Size, least: string): SizeRead =>
  signOf(size) > 0 ? { state: 'known', size } : { state: 'wrong', words: `That is less than ${least}.` }
