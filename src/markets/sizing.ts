/**
 * A typed size and the size it resolves to. In every unit the result never exceeds what was typed: every quotient is rounded down to the lot. Pure
 * and exact.
 */

import {
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  notNumber,
  type Price,
  parseTyped,
  type Size,
  signOf,
  subtract,
  toStep,
} from '../../contract/decimal.ts'
import { MESSAGES as COMMON, positive } from '../../contract/messages.ts'
import type { SizeUnit } from '../../contract/size-presets.ts'

/** The field as typed, and its unit. */
export interface TypedSize {
  readonly text: string
  readonly by: SizeUnit
}

/** The resolved size. `lacks`: another input is missing. */
export type SizeRead =
  | { readonly state: 'known'; readonly size: Size }
  | { readonly state: 'lacks'; readonly text: string }
  | { readonly state: 'wrong'; readonly text: string }

/** The stop's distance from the entry, and how much further its close may trade, in the market's unit. */
export interface StopFacts {
  readonly distance: Price
  readonly slack: Price
}

/** Loss of one contract closed at the bound of its stop, without fees. */
export const stopLoss = ({ distance, slack }: StopFacts): Price => add(distance, slack)

/** The typed number, or its error. */
export function typedAmount({ text, by }: TypedSize): Decimal | Exclude<SizeRead, { state: 'known' }> {
  if (text.trim() === '') return { state: 'lacks', text: COMMON.sizeMissing }
  const amount = parseTyped(text)
  if (amount === null) return { state: 'wrong', text: notNumber('Size', text) }
  if (signOf(amount) <= 0) return { state: 'wrong', text: positive('Size') }
  if (by === 'percent' && compare(amount, HUNDRED) > 0) return { state: 'wrong', text: 'At most 100 %.' }
  return amount
}

const PLACES = 36

/** How many whole lots an amount buys at a unit price, never more than it covers. @param each unit price, greater than 0 */
export function lotsIn(amount: Decimal, each: Decimal, lot: Decimal): Size {
  if (signOf(amount) <= 0) return toStep('0' as Size, lot)
  const near = toStep(divide(amount, each, PLACES) as Decimal, lot, 'down')
  // The quotient was rounded, so the result is checked again exactly.
  return (compare(multiply(near, each), amount) > 0 ? toStep(subtract(near, lot), lot) : near) as Size
}

/** The resolved size; `least` is reported when it is below one lot. */
export const sizeRead = (size: Size, least: string): SizeRead =>
  signOf(size) > 0 ? { state: 'known', size } : { state: 'wrong', text: `Below the minimum of ${least}.` }
