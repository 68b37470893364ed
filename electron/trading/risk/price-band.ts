/** How far from the mark the price of an order may lie, in the unit of its market: °F for scalar markets, cents for probabilities. Pure. */

import type { Family } from '../../../contract/account.ts'
import {
  absolute,
  add,
  compare,
  ONE,
  type Price,
  padTo,
  placesOf,
  signOf,
  subtract,
  ZERO,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceWords } from '../../../contract/price-words.ts'
import { distanceWords, isWorse, ofCents } from '../../../contract/protection.ts'
import type { Refusal } from '../actions/index.ts'
import { limitRefusal } from './limit-refusals.ts'
import { holds, type Limits } from './overrides.ts'

interface Banded {
  readonly family: Family
  readonly side: Side
  readonly price: Price
  readonly mark: Price
  /**
   * `both` guards against slips of the hand on either side of the mark; `worse` lets a price go that is better than the mark, however far: an
   * exit that waits, or a cheap bid for shares.
   */
  readonly ways: 'both' | 'worse'
}

/** The band of a family as a distance in the unit of its prices. */
const bandOf = (family: Family, limits: Limits): Price =>
  family === 'scalar' ? (limits.priceBandDegrees as string as Price) : ofCents(limits.priceBandCents)

/** Why a price lies too far from the mark, saying how far and what the limit is; null where it does not. */
export function bandRefusal({ family, side, price, mark, ways }: Banded, limits: Limits): Refusal | null {
  const band = bandOf(family, limits)
  const off = subtract(price, mark)
  if (!holds(limits, 'limit_price_band') || compare(absolute(off), band) <= 0) return null
  if (ways === 'worse' && !isWorse(side, price, mark)) return null
  const where = signOf(off) > 0 ? 'above' : 'below'
  const furthest = within(family, signOf(off) > 0 ? add(mark, band) : subtract(mark, band))
  const reach = furthest === null ? '' : `: no further than ${priceWords(padTo(furthest, placesOf(mark)))}`
  return limitRefusal('limit_price_band', {
    ...{ asked: priceWords(price), off: distanceWords(absolute(off), family), where, around: priceWords(mark) },
    ...{ band: distanceWords(band, family), reach },
  })
}

/** A price that there can be, or null. */
const within = (family: Family, price: Price): Price | null =>
  compare(price, ZERO) > 0 && (family === 'scalar' || compare(price, ONE) < 0) ? price : null
