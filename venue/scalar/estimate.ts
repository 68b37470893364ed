/** What a market order of a size would do against the book now. */
import type { OrderBook } from '../engine/index.ts'
import type { Estimate } from '../market/index.ts'
import { averageText, priceText, sizeText } from '../market/index.ts'

/** The slippage bound, in millionths, counts from the middle of the book, or from the mark while a side is empty. */
export function limitWithin(book: OrderBook, markTicks: number, isBuy: boolean, slippage: number): number {
  const twice = book.bestBid >= 0 && book.bestAsk >= 0 ? book.bestBid + book.bestAsk : 2 * markTicks
  const scaled = twice * (isBuy ? 1_000_000 + slippage : 1_000_000 - slippage)
  const limit = isBuy ? Math.floor(scaled / 2_000_000) : Math.ceil(scaled / 2_000_000)
  return Math.max(1, limit)
}

/** Walks the facing side up to the limit. */
export function estimateFor(book: OrderBook, isBuy: boolean, lots: number, limit: number): Estimate {
  let fillable = 0
  let value = 0n
  let worst: number | null = null
  for (const level of book.levels(!isBuy, Number.POSITIVE_INFINITY)) {
    if (fillable === lots || (isBuy ? level.price > limit : level.price < limit)) break
    const taken = Math.min(level.lots, lots - fillable)
    fillable += taken
    value += BigInt(taken * level.price)
    worst = level.price
  }
  return {
    avg_px: averageText(value, fillable),
    worst_px: worst === null ? null : priceText(worst),
    fillable: sizeText(fillable),
    limit_px: priceText(limit),
  }
}
