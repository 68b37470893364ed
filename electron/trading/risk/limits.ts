/**
 * Hard limits that main holds whatever a window asks for: the size of one order, the size a position may reach, how far from the mark
 * a price may lie, how many orders may go out in a minute, and how much may be lost in a day.
 */

import {
  compare,
  type Money,
  negate,
  type Price,
  type Rounding,
  type Size,
  toPlaces,
} from '../../../contract/decimal.ts'
import { grouped } from '../../../contract/grouped.ts'
import type { Side } from '../../../contract/market.ts'
import { orderValue } from '../../../contract/order-rules.ts'
import type { Refusal } from '../actions/index.ts'
import { limitRefusal } from './limit-refusals.ts'
import { holds, type Limits } from './overrides.ts'
import { bandRefusal } from './price-band.ts'

/** An order of a scalar market against the limits. */
interface Checked {
  readonly side: Side
  readonly price: Price
  readonly size: Size
  readonly reduceOnly: boolean
  /** Null when no mark is known. */
  readonly mark: Price | null
}

/** Why the limits forbid the order, naming the limit and its value; null when they do not. */
export function checkLimits(order: Checked, limits: Limits): Refusal | null {
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
  // What reduces may wait as far away as the trader likes, and gives nothing away by a slip of the hand.
  const ways = reduceOnly ? 'worse' : 'both'
  return bandRefusal({ family: 'scalar', side, price, mark, ways }, limits)
}

const cents = (value: Money | Price, rounding: Rounding = 'half-up'): string => grouped(toPlaces(value, 2, rounding))

/** Why the day's loss forbids what would add exposure, or null. `result` is realized and unrealized together, USDC. */
export function checkDayLoss(result: Money, { dayLoss }: Limits): Refusal | null {
  if (dayLoss === null || compare(result, negate(dayLoss)) > 0) return null
  return limitRefusal('limit_day_loss', { result: cents(result), limit: grouped(dayLoss) })
}

/** Counts orders over a sliding minute. */
export interface RateLimit {
  /** Takes one place; a refusal when there is none left. */
  take(): Refusal | null
  /** The same refusal, without taking one, where so many are wanted one after the other; one unless said. */
  full(places?: number): Refusal | null
  /** Counts an order that is never held back: a close. */
  count(): void
}

const MINUTE = 60_000

/**
 * @param now a clock that never goes back, ms.
 * @param how how the orders went out, where that needs saying: `by themselves`.
 */
export function createRateLimit(mostNow: () => number, now: () => number, how = ''): RateLimit {
  let taken: number[] = []
  const recent = (at: number): number[] => taken.filter((time) => at - time < MINUTE)
  function full(places = 1): Refusal | null {
    const limit = mostNow()
    taken = recent(now())
    if (taken.length + places <= limit) return null
    return limitRefusal('limit_orders_per_minute', { sent: taken.length, how, limit, wanted: places })
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
