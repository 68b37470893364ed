/** Shapes that the families with probabilities for prices share. */
import type { Order, OrderBook } from '../engine.ts'
import { CERTAIN } from '../ledger/index.ts'
import { averageProbabilityText, probabilityText, sharesText } from './texts.ts'
import type { BookLevel, Estimate, OrderInfo } from './types.ts'

/** `mirrored` shows a book or an order of prices p from the other side: asks become bids at 1 − p. */
export function probabilityLevels(book: OrderBook, isBuy: boolean, limit: number, mirrored: boolean): BookLevel[] {
  return Array.from(book.levels(isBuy !== mirrored, limit), ({ price, lots, count }) => ({
    px: probabilityText(mirrored ? CERTAIN - price : price),
    sz: sharesText(lots),
    n: count,
  }))
}

export const probabilityOrder = (
  order: Order,
  asset: string,
  family: 'binary' | 'outcome',
  mirrored: boolean,
): OrderInfo => ({
  family,
  oid: String(order.oid),
  cloid: order.cloid,
  asset,
  side: order.isBuy !== mirrored ? 'buy' : 'sell',
  price: probabilityText(mirrored ? CERTAIN - order.price : order.price),
  size: sharesText(order.lots),
  filled: sharesText(order.lots - order.remaining),
  tif: order.tif,
  reduce_only: order.reduceOnly,
  status: order.status,
  time: order.time,
  status_time: order.statusTime,
})

/** The middle of two ticks given their sum: half ticks are shown. */
export const middleText = (sum: number): string =>
  sum % 2 === 0 ? probabilityText(sum / 2) : `${probabilityText((sum - 1) / 2)}5`

/** Walks the facing side up to the limit; prices and result in the book's own terms unless mirrored. */
export function probabilityEstimate(
  book: OrderBook,
  isBuy: boolean,
  lots: number,
  limit: number,
  mirrored: boolean,
): Estimate {
  let fillable = 0
  let value = 0n
  let worst: number | null = null
  const shown = (price: number): number => (mirrored ? CERTAIN - price : price)
  for (const level of book.levels(!isBuy, Number.POSITIVE_INFINITY)) {
    if (fillable === lots || (isBuy ? level.price > limit : level.price < limit)) break
    const taken = Math.min(level.lots, lots - fillable)
    fillable += taken
    value += BigInt(taken * shown(level.price)) * 10n
    worst = shown(level.price)
  }
  return {
    avg_px: averageProbabilityText(value, fillable),
    worst_px: worst === null ? null : probabilityText(worst),
    fillable: sharesText(fillable),
    limit_px: probabilityText(shown(limit)),
  }
}
