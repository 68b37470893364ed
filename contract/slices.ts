/** How slices are cut, and where a passive one rests. Pure. */

import { CATCH_UP, FEWEST_CHILDREN, LEAST_EVERY, MOST_CHILDREN, MOST_EVERY } from './algo.ts'
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
import { lotOf } from './order-rules.ts'
import { priceLabel } from './price-text.ts'
import type { MarketSteps } from './scale.ts'

/** The part of slices that decides sizes. */
export interface SliceShape {
  readonly total: Size
  readonly slices: number
  /** Null where the service does not say them: then the total's own. */
  readonly sizeDecimals: number | null
}

/**
 * What the slice of this number is to send: what should have filled by its end, less what has, at most `CATCH_UP` even slices, and never more
 * than what is left. @param number from 1 @param filled at most of it is certain to have traded
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
  // Whole lots: what filled may be of finer steps than orders are.
  units = (units / lot) * lot
  return units <= 0n ? ZERO : (fromUnits(units, places) as Size)
}

/** Where a passive order of a side rests: at the best price of its own side, and never beyond the worst price. */
export const passivePrice = (side: Side, best: Price, worst: Price): Price =>
  side === 'buy' ? lesser(best, worst) : greater(best, worst)

export type SliceField = 'total' | 'slices' | 'every' | 'worst' | 'requotes'

/** What is wrong with slices as they are typed, by field; null where nothing is. */
export function slicesIssue(
  { total, slices, every, worst }: { total: Size; slices: number; every: number; worst: Price },
  { tick, sizeDecimals }: MarketSteps,
): { readonly field: SliceField; readonly message: string } | null {
  const wrong = (field: SliceField, message: string) => ({ field, message })
  if (!Number.isSafeInteger(slices) || slices < FEWEST_CHILDREN || slices > MOST_CHILDREN) {
    return wrong('slices', `There are ${FEWEST_CHILDREN} to ${MOST_CHILDREN} slices.`)
  }
  if (!Number.isSafeInteger(every) || every < LEAST_EVERY || every > MOST_EVERY) {
    return wrong('every', `From one slice to the next there are ${LEAST_EVERY} to ${MOST_EVERY} whole seconds.`)
  }
  if (signOf(worst) <= 0) return wrong('worst', 'The worst price must be greater than 0.')
  if (tick !== null && !isMultipleOf(worst, tick)) {
    return wrong('worst', `The worst price must be a multiple of ${tick}; ${priceLabel(worst)} is not.`)
  }
  if (signOf(total) <= 0) return wrong('total', 'Size must be greater than 0.')
  const lot = lotOf(sizeDecimals ?? placesOf(total))
  if (!isMultipleOf(total, lot)) return wrong('total', `Size must be a multiple of ${lot}; ${total} is not.`)
  const places = Math.max(placesOf(total), placesOf(lot))
  if (toUnits(total, places) < BigInt(slices) * toUnits(lot, places)) {
    return wrong('total', `${total} in ${slices} slices leaves some with less than ${lot}.`)
  }
  return null
}
