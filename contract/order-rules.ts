/**
 * Rules that an order must meet before anything is sent, shared by the ticket (shown next to the field) and main (enforced). Pure; no rule here
 * replaces the service's own checks.
 */

import type { Order } from './account.ts'
import {
  absolute,
  compare,
  divide,
  isMultipleOf,
  type Money,
  multiply,
  type Price,
  placesOf,
  type Rounding,
  type Size,
  signOf,
  size,
  subtract,
  toPlaces,
  trimZeros,
  whole,
  ZERO,
} from './decimal.ts'
import { grouped } from './grouped.ts'
import { multipleOf, positive } from './messages.ts'
import { belowMinimumText, countedValue } from './minimum-value.ts'
import { priceLabel } from './price-text.ts'

/** An order as requested. */
export type OrderTerms = Pick<Order, 'side' | 'price' | 'size' | 'reduceOnly'>

/** Facts about its market and the account. */
export interface OrderContext {
  readonly tickSize: Price
  readonly sizeDecimals: number
  readonly leverage: number
  /** Money available for margin; null while unknown, which skips the check. */
  readonly available: Money | null
  /** Signed position in the asset; null while unknown. */
  readonly position: Size | null
  /** Minimum value of an order that may add exposure, USDC; null when unknown. */
  readonly minimumValue: Money | null
}

/** One problem of an order, as a sentence for the trader. */
export interface OrderIssue {
  readonly field: 'price' | 'size'
  readonly code:
    | 'not_positive'
    | 'off_tick'
    | 'too_precise'
    | 'minimum_value'
    | 'exceeds_account'
    | 'reduce_only_would_increase'
  readonly message: string
}

/** Order value = price × size, USDC. */
export const orderValue = (terms: { price: Price; size: Size }): Money => multiply(terms.price, terms.size)

/** Margin of an isolated order: value ÷ leverage, USDC. */
export function marginOf(value: Money, leverage: number): Money {
  return divide(value, whole(leverage), 12)
}

/** The part of the order that would open or add exposure; the rest only reduces the position. */
export function openingSize(terms: OrderTerms, position: Size | null): Size {
  if (position === null || signOf(position) === 0) return terms.size
  const reduces = signOf(position) > 0 === (terms.side === 'sell')
  if (!reduces) return terms.size
  const held = absolute(position)
  return compare(terms.size, held) <= 0 ? ZERO : subtract(terms.size, held)
}

/** All problems of an order; empty when there are none. */
export function checkOrder(terms: OrderTerms, context: OrderContext): OrderIssue[] {
  const issues: OrderIssue[] = []
  const add = (field: OrderIssue['field'], code: OrderIssue['code'], message: string): void => {
    issues.push({ field, code, message })
  }
  if (signOf(terms.price) <= 0) {
    add('price', 'not_positive', positive('Price'))
  } else if (!isMultipleOf(terms.price, context.tickSize)) {
    add('price', 'off_tick', multipleOf('Price', context.tickSize, priceLabel(terms.price)))
  }
  if (signOf(terms.size) <= 0) {
    add('size', 'not_positive', positive('Size'))
  } else if (placesOf(terms.size) > context.sizeDecimals && !isMultipleOf(terms.size, lotOf(context.sizeDecimals))) {
    const places = placesOf(terms.size)
    add('size', 'too_precise', `Size takes at most ${context.sizeDecimals} decimals; ${terms.size} has ${places}.`)
  }
  if (issues.length > 0) return issues

  const opening = openingSize(terms, context.position)
  if (terms.reduceOnly) {
    const held = context.position
    if (held !== null && (signOf(held) === 0 || signOf(opening) > 0)) {
      const message =
        signOf(held) === 0
          ? 'Reduce-only, but there is no position to reduce.'
          : `Reduce-only, but the order is larger than the position of ${trimZeros(absolute(held))}.`
      add('size', 'reduce_only_would_increase', message)
    }
    return issues
  }
  // An order that only reduces is never refused for its size: the service decides.
  const small =
    signOf(opening) > 0 ? belowMinimumText('scalar', countedValue('scalar', terms), context.minimumValue, 'USDC') : null
  if (small !== null) add('size', 'minimum_value', small)
  else if (context.available !== null) {
    const margin = marginOf(orderValue({ price: terms.price, size: opening }), context.leverage)
    if (compare(margin, context.available) > 0) {
      const [needs, available] = [cents(margin, 'up'), cents(context.available, 'down')]
      add('size', 'exceeds_account', `Needs ${needs} USDC margin at ${context.leverage}×; ${available} is available.`)
    }
  }
  return issues
}

/** The smallest size at a precision: 4 decimals → `0.0001`. */
export const lotOf = (sizeDecimals: number): Size =>
  size(sizeDecimals === 0 ? '1' : `0.${'0'.repeat(sizeDecimals - 1)}1`)

/**
 * `1234567.5` → `1,234,567.50`, for messages only. The required amount is rounded up and the available one down, so that the two never read alike.
 */
const cents = (value: Money, rounding: Rounding): string => grouped(toPlaces(value, 2, rounding))
