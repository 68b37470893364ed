/**
 * Hard limits that main enforces for every window: order size, position size, distance of a price from the mark, orders per minute, and the day's
 * loss.
 */

import type { Family, Order } from '../../../contract/account.ts'
import type { AutomatedWork } from '../../../contract/action.ts'
import {
  absolute,
  add,
  compare,
  type Money,
  negate,
  type Price,
  padTo,
  placesOf,
  type Rounding,
  type Size,
  signOf,
  subtract,
  toPlaces,
} from '../../../contract/decimal.ts'
import type { EntryState } from '../../../contract/entry.ts'
import { FAMILY_RULES, isPriceOf } from '../../../contract/family-rules.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { PlaceIntent } from '../../../contract/intent.ts'
import type { ScalarMarket, Side } from '../../../contract/market.ts'
import { checkOrder, orderValue } from '../../../contract/order-rules.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { distanceText, isWorse, ofCents } from '../../../contract/protection.ts'
import type { Refusal } from '../actions/index.ts'
import { limitRefusal } from './limit-refusals.ts'
import { holds, type Limits } from './overrides.ts'

/** A scalar order to be checked against the limits. */
interface Checked extends Pick<Order, 'side' | 'price' | 'size' | 'reduceOnly'> {
  /** Null while no mark is known. */
  readonly mark: Price | null
}

/** Why the limits forbid the order, with the limit and its value; null when they do not. */
function checkLimits(order: Checked, limits: Limits): Refusal | null {
  const value = orderValue(order)
  if (holds(limits, 'limit_order_value') && compare(value, limits.orderValue) > 0) {
    return limitRefusal('limit_order_value', {
      value: cents(value, 'up'),
      limit: grouped(limits.orderValue),
      unit: 'USDC',
    })
  }
  return checkBand(order, limits)
}

function checkBand({ side, price, mark, reduceOnly }: Checked, limits: Limits): Refusal | null {
  if (mark === null) {
    if (reduceOnly) return null
    return limitRefusal('limit_no_mark', { band: `${limits.priceBandDegrees} °F` })
  }
  // A reduce-only order may wait at any distance on the better side: a typing mistake there gives nothing away.
  const ways = reduceOnly ? 'worse' : 'both'
  return bandRefusal({ family: 'scalar', side, price, mark, ways }, limits)
}

const cents = (value: Money | Price, rounding: Rounding = 'half-up'): string => grouped(toPlaces(value, 2, rounding))

/** Why the day's loss blocks what would add exposure, or null. `result` is realized plus unrealized, USDC. */
export function checkDayLoss(result: Money, { dayLoss }: Limits): Refusal | null {
  if (dayLoss === null || compare(result, negate(dayLoss)) > 0) return null
  return limitRefusal('limit_day_loss', { result: cents(result), limit: grouped(dayLoss) })
}

/** Counts orders over a sliding minute. */
export interface RateLimit {
  /** Takes one place; a refusal when none is left. */
  take(): Refusal | null
  /** Like `take`, without taking a place. @param places how many are needed in sequence; default one. */
  full(places?: number): Refusal | null
  /** Counts an order that is never blocked: a close. */
  count(): void
}

const MINUTE = 60_000

/**
 * @param now a monotonic clock, ms.
 * @param isAutomatic the orders are sent by the terminal, which the message says
 */
function createRateLimit(mostNow: () => number, now: () => number, isAutomatic = false): RateLimit {
  let taken: number[] = []
  const recent = (at: number): number[] => taken.filter((time) => at - time < MINUTE)
  function full(places = 1): Refusal | null {
    const limit = mostNow()
    taken = recent(now())
    if (taken.length + places <= limit) return null
    return limitRefusal('limit_orders_per_minute', { sent: taken.length, isAutomatic, limit, wanted: places })
  }
  return {
    count() {
      const at = now()
      taken = [...recent(at), at]
    },
    full,
    take() {
      const refusal = full()
      if (refusal === null) taken.push(now())
      return refusal
    },
  }
}

interface Banded {
  readonly family: Family
  readonly side: Side
  readonly price: Price
  readonly mark: Price
  /**
   * `both` guards against typing mistakes on either side of the mark. `worse` allows a price on the better side at any distance: a waiting exit, or a
   * low bid for shares.
   */
  readonly ways: 'both' | 'worse'
}

/** The band of a family as a distance in its price unit. */
const bandOf = (family: Family, limits: Limits): Price =>
  FAMILY_RULES[family].isMark ? (limits.priceBandDegrees as string as Price) : ofCents(limits.priceBandCents)

/** Why a price lies too far from the mark, with the distance and the limit; null where it does not. */
export function bandRefusal({ family, side, price, mark, ways }: Banded, limits: Limits): Refusal | null {
  const band = bandOf(family, limits)
  const off = subtract(price, mark)
  if (!holds(limits, 'limit_price_band') || compare(absolute(off), band) <= 0) return null
  if (ways === 'worse' && !isWorse(side, price, mark)) return null
  const isAbove = signOf(off) > 0
  const furthest = within(family, isAbove ? add(mark, band) : subtract(mark, band))
  const reach = furthest === null ? null : priceLabel(padTo(furthest, placesOf(mark)))
  return limitRefusal('limit_price_band', {
    ...{ order: priceLabel(price), off: distanceText(absolute(off), family), isAbove, around: priceLabel(mark) },
    ...{ band: distanceText(band, family), reach },
  })
}

/** The price if it is within the family's range, else null. */
const within = (family: Family, price: Price): Price | null => (isPriceOf(family, price) ? price : null)

/** Facts for the checks; null for what has not been read. */
interface OrderFacts {
  readonly market: ScalarMarket
  readonly entry: EntryState
  readonly mark: Price | null
  readonly leverage: number
  readonly available: Money | null
  readonly position: Size | null
  /** Smallest value of an order that may add exposure, USDC; null where none is known. */
  readonly minimumValue: Money | null
}

/** Why the order may not be sent, or null. */
export function checkPlace(
  intent: Pick<PlaceIntent, 'asset' | 'side' | 'price' | 'size' | 'reduceOnly'>,
  facts: OrderFacts,
  limits: Limits,
): Refusal | null {
  const [issue] = checkOrder(intent, {
    tickSize: facts.market.tickSize,
    sizeDecimals: facts.market.sizeDecimals,
    leverage: facts.leverage,
    available: facts.available,
    position: facts.position,
    minimumValue: facts.minimumValue,
  })
  if (issue !== undefined) return { code: issue.code, message: issue.message, field: issue.field }
  if (!intent.reduceOnly) {
    const { entry } = facts
    if (entry.takes !== 'everything') return { code: entry.code, message: entry.reason, field: null }
  }
  return checkLimits({ ...intent, ...facts }, limits)
}

/**
 * Orders in any 60 seconds, counted separately for manual and automated orders: neither uses up the other's limit. Closes count and are never
 * blocked; cancels do not count.
 * @param now a monotonic clock, ms.
 */
export function createBudgets(
  limits: () => Pick<Limits, 'ordersPerMinute' | 'heldOrdersPerMinute'>,
  now: () => number,
) {
  const manual = createRateLimit(() => limits().ordersPerMinute, now)
  const held = createRateLimit(() => limits().heldOrdersPerMinute, now, true)
  return {
    /** The budget that an order is counted in. @param work the automated work; undefined for a manual order. */
    of: (work: AutomatedWork | undefined): RateLimit => (work === undefined ? manual : held),
  }
}
