/**
 * Share of the displayed book that one order may take: its size against the size shown on that side within a distance of the best price. Orders that
 * rest without crossing take nothing. Pure.
 */

import type { Family } from '../../../contract/account.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  lesser,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { priceLabel } from '../../../contract/price-text.ts'
import { distanceText } from '../../../contract/protection.ts'
import type { Refusal } from '../actions/index.ts'
import { limitRefusal, sizeLabel } from './limit-refusals.ts'

/** A book as main knows it, best level first. */
export interface ShownBook {
  readonly bids: readonly ShownLevel[]
  readonly asks: readonly ShownLevel[]
}
interface ShownLevel {
  readonly px: Price
  readonly sz: Size
}

export interface Taking {
  readonly asset: string
  readonly family: Family
  readonly side: Side
  /** Maximum size. */
  readonly size: Size
  /** The worst price that it may trade at; null for any. */
  readonly worst: Price | null
  /** The service refuses it if it would trade at once. */
  readonly postOnly: boolean
}

/** Distance from the best opposite price within which the book counts: °F for scalar markets, points of probability for others. */
const DEPTH_WITHIN: { readonly [F in Family]: Price } = {
  scalar: '2' as Price,
  binary: '0.05' as Price,
  outcome: '0.05' as Price,
}

/** Whether an order could trade at once against the displayed book; true where that is unknown. */
export function mayCross({ side, worst, postOnly }: Taking, book: ShownBook | null): boolean {
  if (postOnly) return false
  if (book === null) return true
  const [best] = side === 'buy' ? book.asks : book.bids
  return best !== undefined && (worst === null || isReached(side, worst, best.px))
}

const isReached = (side: Side, worst: Price, px: Price): boolean =>
  side === 'buy' ? compare(px, worst) <= 0 : compare(px, worst) >= 0

const sumOf = (levels: readonly ShownLevel[]): Size => levels.reduce<Size>((sum, { sz }) => add(sum, sz), ZERO)

/**
 * Why an order may not take so much of the book, or null. @param share percent; null disables the limit. @param book null where unknown or out of
 * date
 */
export function depthRefusal(order: Taking, book: ShownBook | null, share: number | null): Refusal | null {
  if (share === null || !mayCross(order, book)) return null
  if (book === null) return limitRefusal('limit_depth_unknown', { asset: order.asset, share })
  const { side, size, worst, family } = order
  const levels = side === 'buy' ? book.asks : book.bids
  const best = levels[0]?.px
  if (best === undefined) return null
  const within = DEPTH_WITHIN[family]
  const edge = side === 'buy' ? add(best, within) : subtract(best, within)
  const shown = sumOf(levels.filter(({ px }) => isReached(side, edge, px)))
  const reached = sumOf(levels.filter(({ px }) => worst === null || isReached(side, worst, px)))
  // The book may continue past the last displayed level, so an order that reaches past it counts at its full size.
  const last = levels.at(-1)?.px ?? best
  const isBeyond = worst === null || (side === 'buy' ? compare(worst, last) > 0 : compare(worst, last) < 0)
  const takes = isBeyond ? size : lesser(size, reached)
  const most = divide(multiply(shown, String(share) as Decimal), '100' as Decimal, 4) as Size
  if (compare(takes, most) <= 0 || signOf(takes) <= 0) return null
  return limitRefusal('limit_depth', {
    ...{ takes: sizeLabel(family, takes), shown: sizeLabel(family, shown), most: sizeLabel(family, most) },
    ...{ within: distanceText(within, family), share },
    ...{ isBuy: side === 'buy', best: priceLabel(best) },
  })
}
