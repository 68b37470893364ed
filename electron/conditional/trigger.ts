/** When a conditional order triggers, and where it may be set. Pure, exact decimals. */

import type {
  ConditionalKind,
  ConditionalState,
  ConditionalTarget,
  TriggerDirection,
  TriggerSource,
} from '../../contract/conditional.ts'
import { compare, type Decimal, isMultipleOf, type Price, signOf } from '../../contract/decimal.ts'
import { FAMILY_RULES, quotedPrice } from '../../contract/family-rules.ts'
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
  done: 'This exit is already done.',
  cancelled: 'This exit was already canceled.',
  failed: 'This exit has failed.',
  expired: 'This exit has expired.',
}

/** A stop beyond a target. */
export const conflictText = (position: 'long' | 'short', stop: Price, target: Price): string =>
  position === 'long'
    ? `The stop must be below the target: ${priceLabel(stop)} and ${priceLabel(target)} conflict.`
    : `The stop must be above the target: ${priceLabel(stop)} and ${priceLabel(target)} conflict.`

/** Names of the watched prices. */
const WATCHED = { mark: 'mark', last: 'last price', bid: 'best bid', ask: 'best ask' } as const

type Watch = Pick<ConditionalTerms, 'source' | 'position'>
const watchedKey = ({ source, position }: Watch): keyof typeof WATCHED =>
  source === 'touch' ? (position === 'long' ? 'bid' : 'ask') : source

type OnWrongSide = Readonly<Record<TriggerDirection, (limit: string, level: string) => string>>
const STOP_ON_WRONG_SIDE: OnWrongSide = {
  at_or_below: (limit, level) => `The stop must be below ${limit}; ${level} is not.`,
  at_or_above: (limit, level) => `The stop must be above ${limit}; ${level} is not.`,
}
const TARGET_ON_WRONG_SIDE: OnWrongSide = {
  at_or_below: (limit, level) => `The take-profit must be below ${limit}; ${level} is not.`,
  at_or_above: (limit, level) => `The take-profit must be above ${limit}; ${level} is not.`,
}

/** Binary prices are those of UP, also for a position in DOWN. */
const quoted = (family: ConditionalTarget['family'], price: Price): string => quotedPrice(family, priceLabel(price))

/** @param bound the price that it must be below or above, and its name: `order price` */
export function wrongSideText(
  { family, kind, position, trigger }: Pick<ConditionalTerms, 'family' | 'kind' | 'position' | 'trigger'>,
  bound: { readonly price: Price; readonly name: string },
): string {
  const texts = kind === 'take_profit' ? TARGET_ON_WRONG_SIDE : STOP_ON_WRONG_SIDE
  return texts[directionOf(kind, position)](`${quoted(family, bound.price)} (${bound.name})`, quoted(family, trigger))
}

const REACHED: Readonly<Record<keyof typeof WATCHED, (now: string, level: string) => string>> = {
  mark: (now, level) => `The mark was ${now}, at or through ${level}.`,
  last: (now, level) => `The last price was ${now}, at or through ${level}.`,
  bid: (now, level) => `The best bid was ${now}, at or through ${level}.`,
  ask: (now, level) => `The best ask was ${now}, at or through ${level}.`,
}

export const reachedText = (watch: Watch & Pick<ConditionalTerms, 'family' | 'trigger' | 'now'>): string =>
  REACHED[watchedKey(watch)](quoted(watch.family, watch.now), quoted(watch.family, watch.trigger))

/** Why a price is invalid in the market, with a message for the trader; null when it is valid. */
export function priceIssue({
  family,
  trigger,
  tickSize,
}: Pick<ConditionalTerms, 'family' | 'trigger' | 'tickSize'>): string | null {
  if (signOf(trigger) <= 0) return 'The trigger must be greater than 0.'
  if (!FAMILY_RULES[family].isMark && compare(trigger, '1' as Decimal) >= 0) {
    const whose =
      FAMILY_RULES[family].pricedSide !== null ? 'The trigger is an UP price.' : 'The trigger is a share price.'
    return `${whose} It must be between 0 and 1; ${trigger} is not.`
  }
  if (tickSize !== null && !isMultipleOf(trigger, tickSize)) {
    return `The trigger must be a multiple of ${tickSize}; ${priceLabel(trigger)} is not.`
  }
  return null
}

/** Why a trigger is invalid, with a message for the trader; null when it is valid. */
export function triggerIssue(terms: ConditionalTerms): string | null {
  const { kind, position, trigger, now } = terms
  const unplaceable = priceIssue(terms)
  if (unplaceable !== null) return unplaceable
  if (!isReached(directionOf(kind, position), trigger, now)) return null
  return wrongSideText(terms, { price: now, name: WATCHED[watchedKey(terms)] })
}
