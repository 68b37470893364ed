/** Output formats of books, orders, fills and estimates of all families. */
import type { Order, OrderBook } from '../engine.ts'
import { CERTAIN, type Liquidity, orderValue, shareValue } from '../ledger/index.ts'
import type { FillInfo, LiquidationInfo } from './saved-parts.ts'
import {
  averageProbabilityText,
  averageText,
  moneyText,
  priceText,
  probabilityText,
  sharesText,
  sizeText,
} from './texts.ts'
import type { BookInfo, BookLevel, Estimate, Family, OrderInfo, PublicTradeInfo, VenueTime } from './types.ts'

const PROBABILITIES = {
  price: probabilityText,
  size: sharesText,
  average: averageProbabilityText,
  valueOf: shareValue,
}
/** How prices, sizes, averages and values of each family are written. */
export const TEXTS = {
  scalar: { price: priceText, size: sizeText, average: averageText, valueOf: orderValue },
  binary: PROBABILITIES,
  outcome: PROBABILITIES,
}

/** `mirrored` shows the levels of prices p from the other side: asks become bids at 1 − p. */
function bookLevels(family: Family, book: OrderBook, isBuy: boolean, limit: number, mirrored = false): BookLevel[] {
  const texts = TEXTS[family]
  return Array.from(book.levels(isBuy !== mirrored, limit), ({ price, lots, count }) => ({
    px: texts.price(mirrored ? CERTAIN - price : price),
    sz: texts.size(lots),
    n: count,
  }))
}

/** A book as its reads return it. */
export const bookInfo = (
  family: Family,
  book: OrderBook,
  limit: number,
  about: { readonly asset: string; readonly time: VenueTime },
  mirrored = false,
): BookInfo => ({
  ...about,
  levels: [bookLevels(family, book, true, limit, mirrored), bookLevels(family, book, false, limit, mirrored)],
})

/** @param mirrored the order has prices p, shown from the other side. */
export function orderInfo(family: Family, order: Order, asset: string, mirrored = false): OrderInfo {
  const texts = TEXTS[family]
  return {
    family,
    oid: String(order.oid),
    cloid: order.cloid,
    asset,
    side: order.isBuy !== mirrored ? 'buy' : 'sell',
    price: texts.price(mirrored ? CERTAIN - order.price : order.price),
    size: texts.size(order.lots),
    filled: texts.size(order.lots - order.remaining),
    tif: order.tif,
    reduce_only: order.reduceOnly,
    status: order.status,
    time: order.time,
    status_time: order.statusTime,
  }
}

/** One side of a fill in ticks, lots and micro-units. */
export interface FillSide {
  readonly tid: number
  /** The order's id, or the venue's own cause. */
  readonly oid: string
  readonly asset: string
  readonly isBuy: boolean
  readonly price: number
  readonly lots: number
  readonly liquidity: Liquidity
  readonly fee: bigint
  /** Lots of a fee paid in shares; otherwise 0. */
  readonly feeLots?: number
  readonly realized: bigint
  readonly time: VenueTime
  /** Signed lots held before the fill. */
  readonly start: number
  readonly liquidation?: LiquidationInfo | null
}

export function fillInfo(family: Family, fill: FillSide): FillInfo {
  const texts = TEXTS[family]
  const { feeLots = 0 } = fill
  return {
    family,
    tid: String(fill.tid),
    oid: fill.oid,
    asset: fill.asset,
    side: fill.isBuy ? 'buy' : 'sell',
    price: texts.price(fill.price),
    size: texts.size(fill.lots),
    fee: feeLots === 0 ? moneyText(fill.fee) : texts.size(feeLots),
    liquidity: fill.liquidity === 'maker' ? 'maker' : 'taker',
    realized_pnl: moneyText(fill.realized),
    time: fill.time,
    start: texts.size(fill.start),
    liquidation: fill.liquidation ?? null,
    fee_token: feeLots === 0 ? null : `+${fill.asset.slice(1)}`,
  }
}

/** The payout of `lots` (signed) of a position as a fill, without fees. */
export const payOut = (
  family: Family,
  { lots, ...paid }: Pick<FillSide, 'tid' | 'asset' | 'price' | 'lots' | 'realized' | 'time'>,
): FillInfo =>
  fillInfo(family, {
    ...paid,
    oid: 'settlement',
    isBuy: lots < 0,
    lots: Math.abs(lots),
    liquidity: 'none',
    fee: 0n,
    start: lots,
  })

/** A public trade, from the side of its taker. */
export function tradeInfo(
  family: Family,
  trade: { coin: string; isBuy: boolean; price: number; lots: number; time: VenueTime; tid: number },
): PublicTradeInfo {
  const { coin, isBuy, price, lots, time, tid } = trade
  const texts = TEXTS[family]
  return { coin, side: isBuy ? 'B' : 'A', px: texts.price(price), sz: texts.size(lots), time, tid }
}

/** Best prices of a book, and their midpoint to half a tick; each null while a side is empty. */
export function touchOf(family: Family, { bestBid, bestAsk }: OrderBook) {
  const { price } = TEXTS[family]
  const sum = bestBid + bestAsk
  const middle = () => (sum % 2 === 0 ? price(sum / 2) : `${price((sum - 1) / 2)}5`)
  return {
    mid: bestBid < 0 || bestAsk < 0 ? null : middle(),
    bid: bestBid < 0 ? null : price(bestBid),
    ask: bestAsk < 0 ? null : price(bestAsk),
  }
}

/** Estimates a market order now: walks the opposite side up to the limit; prices and result in the book's own terms unless mirrored. */
export function estimateOf(
  family: Family,
  book: OrderBook,
  isBuy: boolean,
  lots: number,
  limit: number,
  mirrored = false,
): Estimate {
  const texts = TEXTS[family]
  let fillable = 0
  let value = 0n
  let worst: number | null = null
  const shown = (price: number): number => (mirrored ? CERTAIN - price : price)
  for (const level of book.levels(!isBuy, Number.POSITIVE_INFINITY)) {
    if (fillable === lots || (isBuy ? level.price > limit : level.price < limit)) break
    const taken = Math.min(level.lots, lots - fillable)
    fillable += taken
    value += texts.valueOf(shown(level.price), taken)
    worst = shown(level.price)
  }
  return {
    avg_px: texts.average(value, fillable),
    worst_px: worst === null ? null : texts.price(worst),
    fillable: texts.size(fillable),
    limit_px: texts.price(shown(limit)),
  }
}
