/** When a conditional order triggers, and where it may be set. Pure, exact decimals. */

import {
  type ConditionalKind,
  type ConditionalState,
  type ConditionalTarget,
  type TriggerDirection,
  type TriggerSource,
  watchedName,
} from '../../contract/conditional.ts'
import { compare, type Decimal, isMultipleOf, type Price, signOf } from '../../contract/decimal.ts'
import { FAMILY_RULES, ofPricedSide } from '../../contract/family-rules.ts'
import { priceLabel } from '../../contract/price-text.ts'

/** The side from which the price triggers: a long has its stop below and its target above, a short the other way round. */
export const directionOf = (kind: ConditionalKind, position: 'long' | 'short'): TriggerDirection =>
  (kind === 'take_profit') === (position === 'long') ? 'at_or_above' : 'at_or_below'

/** Whether a price is at or through the trigger. */
export const isReached = (direction: TriggerDirection, trigger: Price, price: Price): boolean =>
  direction === 'at_or_above' ? compare(price, trigger) >= 0 : compare(price, trigger) <= 0

/** A requested conditional order, with facts about the market and the position. */
interface ConditionalTerms {
  readonly family: ConditionalTarget['family']
  readonly kind: ConditionalKind
  readonly position: 'long' | 'short'
  readonly source: TriggerSource
  readonly trigger: Price
  /** Null where the service does not report it: any price is then valid. */
  readonly tickSize: Price | null
  /** The current watched price. */
  readonly now: Price
}

/** Labels of conditional orders. */
export const KIND_LABELS: Readonly<Record<ConditionalKind, string>> = {
  stop: 'Stop',
  take_profit: 'Take-profit',
  time: 'Time exit',
}

/** How the other exits of a plan ended, by the exit that closed the position. */
export const CLOSED_BY: Readonly<Record<ConditionalKind, string>> = {
  stop: 'The stop of the plan closed the position.',
  take_profit: 'The take-profit of the plan closed the position.',
  time: 'The time exit of the plan closed the position.',
}

/** Why one that has ended cannot be changed. */
export const ENDED: Readonly<Partial<Record<ConditionalState, string>>> = {
  done: 'It has ended: done.',
  cancelled: 'It has ended: canceled.',
  failed: 'It has ended: failed.',
  expired: 'It has ended: expired.',
}

/** A stop beyond a target. */
export const conflictText = (position: 'long' | 'short', stop: Price, target: Price): string =>
  position === 'long'
    ? `The stop must be below the target: ${priceLabel(stop)} and ${priceLabel(target)} conflict.`
    : `The stop must be above the target: ${priceLabel(stop)} and ${priceLabel(target)} conflict.`

const KIND_IN_SENTENCE: Readonly<Record<ConditionalKind, string>> = {
  stop: 'A stop',
  take_profit: 'A take-profit',
  time: 'A time exit',
}
/** The watched price, as a phrase. */
export const watchedText = (source: TriggerSource, position: 'long' | 'short'): string =>
  source === 'mark' ? 'mark' : source === 'last' ? 'last price' : `best ${watchedName(source, position)}`
const POSITION_WORDS = {
  scalar: { long: 'a long', short: 'a short' },
  binary: { long: 'an UP position', short: 'a DOWN position' },
  outcome: { long: 'shares', short: 'shares' },
} as const

/** Why a price is invalid in the market, with a message for the trader; null when it is valid. */
export function priceIssue({
  family,
  trigger,
  tickSize,
}: Pick<ConditionalTerms, 'family' | 'trigger' | 'tickSize'>): string | null {
  if (signOf(trigger) <= 0) return 'The trigger must be greater than 0.'
  if (!FAMILY_RULES[family].isMark && compare(trigger, '1' as Decimal) >= 0) {
    const of = FAMILY_RULES[family].pricedSide ?? 'a share'
    return `The trigger is a price of ${of} and must be between 0 and 1; ${trigger} is not.`
  }
  if (tickSize !== null && !isMultipleOf(trigger, tickSize)) {
    return `The trigger must be a multiple of ${tickSize}; ${priceLabel(trigger)} is not.`
  }
  return null
}

/** Why a trigger is invalid, with a message for the trader; null when it is valid. */
export function triggerIssue(terms: ConditionalTerms): string | null {
  const { family, kind, position, source, trigger, now } = terms
  const unplaceable = priceIssue(terms)
  if (unplaceable !== null) return unplaceable
  const direction = directionOf(kind, position)
  if (!isReached(direction, trigger, now)) return null
  const side = direction === 'at_or_above' ? 'above' : 'below'
  const watched = `${watchedText(source, position)}${ofPricedSide(family)}`
  return `${KIND_IN_SENTENCE[kind]} of ${POSITION_WORDS[family][position]} must be ${side} the ${watched} of ${priceLabel(now)}; ${priceLabel(trigger)} is not.`
}
