/** Sizes of slices, and the price of a passive slice. Pure. */

import { CATCH_UP, MAX_CHILDREN, MAX_EVERY, MIN_CHILDREN, MIN_EVERY } from './algo.ts'
import {
  fromUnits,
  greater,
  isMultipleOf,
  lesser,
  type Price,
  placesOf,
  type Size,
  signOf,
  toUnits,
  ZERO,
} from './decimal.ts'
import type { Side } from './market.ts'
import { multipleOf, positive } from './messages.ts'
import { lotOf } from './order-rules.ts'
import { priceLabel } from './price-text.ts'
import type { MarketSteps } from './scale.ts'

/** Fields of slices that determine sizes. */
export interface SliceShape {
  readonly total: Size
  readonly slices: number
  /** Null when the service omits it: the precision of the total is used. */
  readonly sizeDecimals: number | null
}

/**
 * Size of slice `number`: the size due by its end minus `filled`, at most `CATCH_UP` even slices, never more than the rest. @param number from
 * 1 @param filled upper bound of what has traded
 */
export function sliceSize({ total, slices, sizeDecimals }: SliceShape, number: number, filled: Size): Size {
  const lotText = lotOf(sizeDecimals ?? placesOf(total))
  const places = Math.max(placesOf(total), placesOf(filled), placesOf(lotText))
  const [whole, lot, done] = [toUnits(total, places), toUnits(lotText, places), toUnits(filled, places)]
  const lots = whole / lot
  const due = number >= slices ? lots * lot : ((lots * BigInt(number)) / BigInt(slices)) * lot
  const most = ((lots + BigInt(slices) - 1n) / BigInt(slices)) * BigInt(CATCH_UP) * lot
  const left = whole - done
  const wanted = due - done
  let units = wanted < most ? wanted : most
  if (left < units) units = left
  // Whole lots: fills may be finer than orders.
  units = (units / lot) * lot
  return units <= 0n ? ZERO : (fromUnits(units, places) as Size)
}

/** Price of a passive order: the best price of its own side, never beyond the worst price. */
export const passivePrice = (side: Side, best: Price, worst: Price): Price =>
  side === 'buy' ? lesser(best, worst) : greater(best, worst)

export type SliceField = 'total' | 'slices' | 'every' | 'worst' | 'requotes'

/** The first invalid field of the typed slices, with its message; null when all are valid. `every` is in seconds. */
export function slicesIssue(
  { total, slices, every, worst }: { total: Size; slices: number; every: number; worst: Price },
  { tick, sizeDecimals }: MarketSteps,
): { readonly field: SliceField; readonly message: string } | null {
  const wrong = (field: SliceField, message: string) => ({ field, message })
  if (!Number.isSafeInteger(slices) || slices < MIN_CHILDREN || slices > MAX_CHILDREN) {
    return wrong('slices', `Use ${MIN_CHILDREN} to ${MAX_CHILDREN} slices.`)
  }
  if (!Number.isSafeInteger(every) || every < MIN_EVERY || every > MAX_EVERY) {
    return wrong('every', `The interval must be ${MIN_EVERY} to ${MAX_EVERY} whole seconds.`)
  }
  if (signOf(worst) <= 0) return wrong('worst', positive('The worst price'))
  if (tick !== null && !isMultipleOf(worst, tick)) {
    return wrong('worst', multipleOf('The worst price', tick, priceLabel(worst)))
  }
  if (signOf(total) <= 0) return wrong('total', positive('Size'))
  const lot = lotOf(sizeDecimals ?? placesOf(total))
  if (!isMultipleOf(total, lot)) return wrong('total', multipleOf('Size', lot, total))
  const places = Math.max(placesOf(total), placesOf(lot))
  if (toUnits(total, places) < BigInt(slices) * toUnits(lot, places)) {
    return wrong(
      'total',
      `${total} in ${slices} slices leaves some below the lot of ${lot}. Increase the size or use fewer slices.`,
    )
  }
  return null
}
