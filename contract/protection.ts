/**
 * Price protection of a market order: a worst price fixed at the click or, for an order that no click sends, a distance from the reference price at
 * planning time. Both are in the unit of the market: marks for scalar (one point is one °F), the price of UP for binary contracts, the share price
 * for outcomes. Percentages are not used: 0.5 % of a mark around 550 is 2.8 °F.
 */

import { z } from 'zod'
import type { Family } from './account.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  greater,
  HUNDRED,
  isMultipleOf,
  lesser,
  multiply,
  ONE,
  type Price,
  placesOf,
  signOf,
  subtract,
  toPlaces,
  toStep,
  trimZeros,
} from './decimal.ts'
import { FAMILY_RULES, tradesShares } from './family-rules.ts'
import type { Side } from './market.ts'
import { multipleOf } from './messages.ts'
import { priceLabel } from './price-text.ts'
import { decimalText } from './safe-schema.ts'
import type { Settings } from './settings-table.ts'

const priceText = decimalText.transform((text) => text as Price)

/** For orders that add exposure: the order trades at this price or better, or not at all. */
export const protection = z.strictObject({ kind: z.literal('worst'), price: priceText })

/**
 * For a close. `bound` is how far it may widen, step by step, until it has filled: a price with a price, a distance with a distance; null keeps it at
 * its first price.
 */
export const closeProtection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('worst'), price: priceText, bound: priceText.nullable() }),
  z.strictObject({ kind: z.literal('distance'), distance: priceText, bound: priceText.nullable() }),
])

/** How far from its reference a later close may trade: at first, and at most. */
export const closeDistance = z.strictObject({ distance: priceText, bound: priceText.nullable() })

export type Protection = z.infer<typeof protection>
export type CloseProtection = z.infer<typeof closeProtection>
export type CloseDistance = z.infer<typeof closeDistance>

/** Largest distance of a worst price or bound from the reference: points of temperature, points of probability. */
const LARGEST_DISTANCE: { readonly [F in Family]: Price } = {
  scalar: '25' as Price,
  binary: '0.5' as Price,
  outcome: '0.5' as Price,
}

/** Tick of probabilities when the service omits it. */
const PROBABILITY_TICK = '0.0001' as Price

interface MarketTerms {
  readonly family: Family
  readonly side: Side
  /** Null when the service omits it. */
  readonly tickSize: Price | null
}

/** Whether `price` is worse for that side than `than`. */
export const isWorse = (side: Side, price: Decimal, than: Decimal): boolean =>
  side === 'buy' ? compare(price, than) > 0 : compare(price, than) < 0

/** The worst price that a distance allows, on the tick and never beyond the distance; a probability stays between 0 and 1. */
export function worstAt(reference: Price, distance: Price, { family, side, tickSize }: MarketTerms): Price {
  const bound = side === 'buy' ? add(reference, distance) : subtract(reference, distance)
  return onTick(bound, { family, side, tickSize })
}

/**
 * How far from its price a purchase of contracts or shares may trade: no further than the price itself, as the cents of a setting may be a multiple of
 * what a cheap one costs; at least a tick. Buying DOWN is a sale of UP. Other orders keep their distance.
 */
export function entryDistance(reference: Price, distance: Price, { family, side, tickSize }: MarketTerms): Price {
  if (FAMILY_RULES[family].isMark || (tradesShares(family) && side === 'sell')) return distance
  const paid = side === 'buy' ? reference : subtract(ONE, reference)
  return lesser(distance, greater(paid, tickSize ?? PROBABILITY_TICK)) as Price
}

/** The worst price of an entry at a distance: a purchase pays at most twice its price. */
export const entryWorstAt = (reference: Price, distance: Price, terms: MarketTerms): Price =>
  worstAt(reference, entryDistance(reference, distance, terms), terms)

function onTick(
  bound: Price,
  { family, side, tickSize }: MarketTerms,
  rounding: 'up' | 'down' = side === 'buy' ? 'down' : 'up',
): Price {
  if (FAMILY_RULES[family].isMark) return tickSize === null ? bound : toStep(bound, tickSize, rounding)
  const tick = tickSize ?? PROBABILITY_TICK
  return toStep(lesser(greater(bound, tick), subtract(ONE, tick)), tick, rounding)
}

/** The problem of a worst price, as a sentence; null when there is none. */
export function worstIssue(
  price: Price,
  { family, tickSize }: Pick<MarketTerms, 'family' | 'tickSize'>,
): string | null {
  if (signOf(price) <= 0) return `The worst price must be greater than 0; ${price} is not.`
  if (!FAMILY_RULES[family].isMark && compare(price, ONE) >= 0) {
    return `The worst price must lie between 0 and 1; ${price} does not.`
  }
  if (tickSize === null || isMultipleOf(price, tickSize)) return null
  return multipleOf('The worst price', tickSize, priceLabel(price))
}

/** The problem of a distance from the price, as a sentence; null when there is none. */
export function distanceIssue(distance: Decimal, family: Family): string | null {
  if (signOf(distance) <= 0) return 'Slippage must be greater than 0.'
  if (compare(distance, LARGEST_DISTANCE[family]) <= 0) return null
  return `Slippage can be at most ${distanceText(LARGEST_DISTANCE[family], family)}; ${distanceText(distance, family)} is more.`
}

/** The problem of the protection of a close, as a sentence; null when there is none. */
export function closeProtectionIssue(stated: CloseProtection, terms: MarketTerms): string | null {
  switch (stated.kind) {
    case 'distance':
      return closeDistanceIssue(stated, terms.family)
    case 'worst': {
      const { price, bound } = stated
      const issue = worstIssue(price, terms) ?? (bound === null ? null : worstIssue(bound, terms))
      if (issue !== null || bound === null || !isWorse(terms.side, price, bound)) return issue
      return `The final price of ${priceLabel(bound)} is better than the first, ${priceLabel(price)}: the close cannot widen to it.`
    }
  }
}

/**
 * The same for distances. @param tickSize given when a distance below one tick must be refused: an older setting with one still closes, one tick from
 * the price.
 */
export function closeDistanceIssue(
  { distance, bound }: CloseDistance,
  family: Family,
  tickSize: Price | null = null,
): string | null {
  const issue = distanceIssue(distance, family) ?? (bound === null ? null : distanceIssue(bound, family))
  if (issue !== null) return issue
  if (tickSize !== null && compare(distance, tickSize) < 0) {
    return `Slippage must be at least one tick, ${distanceText(tickSize, family)}; ${distanceText(distance, family)} is less.`
  }
  if (bound === null || compare(distance, bound) <= 0) return null
  return `The slippage cap of ${distanceText(bound, family)} is below the first slippage of ${distanceText(distance, family)}.`
}

/** A distance with the unit of its family: `0.10 °F`, `5 cents`. */
export const distanceText = (distance: Decimal, family: Family): string =>
  FAMILY_RULES[family].isMark ? `${distance} °F` : centsText(centsOf(distance))

const centsText = (cents: Decimal): string => `${cents} ¢`

/** How far from the price a close may trade, as text: `slippage 0.10 °F, widening to the cap of 1 °F until filled`. */
export const closeDistanceText = ({ distance, bound }: CloseDistance, family: Family): string => {
  const first = `slippage ${distanceText(distance, family)}`
  return bound === null ? first : `${first}, widening to the cap of ${distanceText(bound, family)} until filled`
}

/** A probability distance in cents: `0.05` → `5`. */
const centsOf = (distance: Decimal): Decimal => trimZeros(multiply(distance, HUNDRED))

/** Cents as a probability distance: `5` → `0.05`. */
export const ofCents = (cents: Decimal): Price => divide(cents, HUNDRED, placesOf(cents) + 2) as Price

/** First and last price of a close. */
export interface CloseReach {
  readonly price: Price
  /** Null keeps it at its first price. */
  readonly bound: Price | null
}

/** Prices at a distance from a reference. A close always has at least one tick of room: within less, nothing could fill. */
export function closeReachFrom(reference: Price, { distance, bound }: CloseDistance, terms: MarketTerms): CloseReach {
  const price = closePriceAt(reference, distance, terms)
  if (bound === null) return { price, bound }
  const furthest = closePriceAt(reference, bound, terms)
  return { price, bound: isWorse(terms.side, price, furthest) ? price : furthest }
}

function closePriceAt(reference: Price, distance: Price, terms: MarketTerms): Price {
  const { family, side } = terms
  const tick = tickOf(terms)
  if (tick === null || compare(distance, tick) >= 0) return worstAt(reference, distance, terms)
  const isBuy = side === 'buy'
  const beyond = isBuy ? add(reference, tick) : subtract(reference, tick)
  return onTick(beyond, { family, side, tickSize: tick }, isBuy ? 'up' : 'down')
}

/** Price tick of a market; null when unknown. */
const tickOf = ({ family, tickSize }: Pick<MarketTerms, 'family' | 'tickSize'>): Price | null =>
  tickSize ?? (FAMILY_RULES[family].isMark ? null : PROBABILITY_TICK)

/** The protection that a close sends: prices fixed now when there is a reference, otherwise the distances, applied when it is planned. */
export function closeProtectionFrom(
  reference: Price | null,
  stated: CloseDistance,
  terms: MarketTerms,
): CloseProtection {
  if (reference === null) return { kind: 'distance', ...stated }
  return { kind: 'worst', ...closeReachFrom(reference, stated, terms) }
}

/** Maximum number of times a close widens; each step is twice the one before. */
const WIDENINGS = 4

/**
 * The successive prices of a close until it has filled: each worse than the one before, on the tick, the last one the bound. The steps double, so
 * that little is given away as long as little is needed.
 */
export function wideningPrices({ price, bound }: CloseReach, terms: MarketTerms): readonly Price[] {
  if (bound === null || !isWorse(terms.side, bound, price)) return [price]
  const gap = absolute(subtract(bound, price))
  const found: Price[] = [price]
  for (let step = 1; step <= WIDENINGS; step += 1) {
    const part = multiply(gap, String(2 ** step - 1) as Decimal) as Decimal
    const distance = divide(part, String(2 ** WIDENINGS - 1) as Decimal, 12) as Price
    const next = step === WIDENINGS ? bound : worstAt(price, distance, terms)
    const last = found.at(-1) ?? price
    if (isWorse(terms.side, next, last)) found.push(next)
  }
  return found
}

/** Decimal places of a percentage on the wire: finer than any tick, so that the service's limit comes close to the worst price. */
const PERCENT_PLACES = 4
/** Services accept no more (docs/service/orders.md#predict): for a worst price further away, their limit stays inside it. */
const MAX_PERCENT = '50' as Decimal

/**
 * The percentage for a service that accepts no price: its limit, counted from `reference`, is at or inside the worst price. Null when the worst price
 * leaves no room.
 */
export function percentWithin(
  worst: Price,
  { side, reference, counted = reference, places = PERCENT_PLACES }: PercentTerms,
): Decimal | null {
  const room = side === 'buy' ? subtract(worst, reference) : subtract(reference, worst)
  if (signOf(room) <= 0 || signOf(counted) <= 0) return null
  const percent = toPlaces(divide(multiply(room, HUNDRED) as Decimal, counted, 30), places, 'down')
  return signOf(percent) <= 0 ? null : trimZeros(lesser(percent, MAX_PERCENT))
}

interface PercentTerms {
  readonly side: Side
  /** The price that the service counts from, as known to the terminal. */
  readonly reference: Price
  /** The price that the percentage applies to, if different from the reference. */
  readonly counted?: Price
  readonly places?: number
}

/** Close distances in the settings: used by tickets, lines, keys and exits, and by panels without their own choice. Pure. */
export type CloseDistances = { readonly [F in Family]: CloseDistance }

type Chosen = Pick<
  Settings,
  | 'closeDegrees'
  | 'closeDegreesBound'
  | 'closeBinaryCents'
  | 'closeBinaryCentsBound'
  | 'closeShareCents'
  | 'closeShareCentsBound'
>

export const closeDistancesOf = (chosen: Chosen): CloseDistances => ({
  scalar: closeReach(chosen.closeDegrees as string as Price, chosen.closeDegreesBound as string as Price),
  binary: closeReach(cents(chosen.closeBinaryCents), cents(chosen.closeBinaryCentsBound)),
  outcome: closeReach(cents(chosen.closeShareCents), cents(chosen.closeShareCentsBound)),
})

/** A first distance beyond the bound is reduced to the bound. */
export const closeReach = (first: Price, bound: Price): CloseDistance => ({ distance: lesser(first, bound), bound })

const cents = (text: string): Price => ofCents(text as Decimal)
