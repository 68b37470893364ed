/** How much worse or better a fill was than what the window showed of it when its order was sent. Pure. */
import type { Family, Fill } from '../account.ts'
import type { ActionRecord } from '../action.ts'
import { type Collateral, collateralOf } from '../collateral.ts'
import {
  add,
  type Decimal,
  divide,
  type Money,
  multiply,
  type Price,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../decimal.ts'
import type { Millis } from '../time.ts'

/** Fills of one day, market and kind of order of which a preview was shown. */
export interface GotSums {
  /** Start of the UTC day. */
  readonly day: Millis
  readonly family: Family
  readonly asset: string
  /** Of an intent, or what the held work was that sent the order. */
  readonly kind: string
  readonly fills: number
  /** Fills that got a better price than was shown, and a worse one. */
  readonly better: number
  readonly worse: number
  readonly size: Size
  /** Better is positive, worse negative. */
  readonly money: Money
}

/** What rows stand for. */
export const GOT_BY = ['kind', 'market', 'family', 'day'] as const
export type GotBy = (typeof GOT_BY)[number]

/** A row: families have prices of their own, and are never put together. */
export interface GotRow extends Omit<GotSums, 'day' | 'asset' | 'kind'> {
  readonly id: string
  readonly day: Millis | null
  readonly asset: string | null
  readonly kind: string | null
  readonly collateral: Collateral
  /** Average in the market's price, rounded half up to 6 decimals: worse is negative. */
  readonly price: Price
  /** Parts of all fills, 0 to 1. */
  readonly betterShare: number
  readonly worseShare: number
}

const PLACES = 6

/** Rows, those of the newest day first, else those with the most fills. @param outcomes collateral of outcome markets */
export function gotRows(sums: readonly GotSums[], by: GotBy, outcomes: Collateral): readonly GotRow[] {
  const rows = new Map<string, GotSums>()
  for (const one of sums) {
    const own = by === 'market' ? one.asset : by === 'day' ? one.day : by === 'kind' ? one.kind : ''
    const id = `${one.family}/${own}`
    const before = rows.get(id)
    rows.set(id, before === undefined ? one : joined(before, one))
  }
  return [...rows]
    .map(([id, sum]) => rowOf(id, sum, by, outcomes))
    .toSorted((a, b) => (b.day ?? 0) - (a.day ?? 0) || b.fills - a.fills)
}

const joined = (a: GotSums, b: GotSums): GotSums => ({
  ...a,
  fills: a.fills + b.fills,
  better: a.better + b.better,
  worse: a.worse + b.worse,
  size: add(a.size, b.size),
  money: add(a.money, b.money),
})

const rowOf = (id: string, sum: GotSums, by: GotBy, outcomes: Collateral): GotRow => ({
  ...sum,
  id,
  day: by === 'day' ? sum.day : null,
  asset: by === 'market' ? sum.asset : null,
  kind: by === 'kind' ? sum.kind : null,
  collateral: collateralOf(sum.family, outcomes),
  price: signOf(sum.size) === 0 ? ('0' as Price) : (divide(sum.money, sum.size, PLACES) as Decimal as Price),
  betterShare: sum.better / Math.max(1, sum.fills),
  worseShare: sum.worse / Math.max(1, sum.fills),
})

/** Against what was shown: worse is negative, better positive. */
export interface Slippage {
  /** In the market's price unit: marks, and prices of UP and of shares. */
  readonly price: Price
  /** In the collateral, rounded half up to its micro-unit. */
  readonly money: Money
}

const MONEY_PLACES = 6

/**
 * The price at which the window said that an order would trade; of binary contracts that of UP. The average of the preview, else that of
 * the estimate which was confirmed, else, of a close, which shows no average, the mark. Null where none was shown: of an order that was to
 * rest, and of what no window sent.
 */
export function shownPriceOf({
  intent,
  shown,
  estimate,
}: Pick<ActionRecord, 'intent' | 'shown' | 'estimate'>): Price | null {
  return shown?.average ?? estimate?.average ?? (intent.kind === 'close' ? (shown?.mark ?? null) : null)
}

/**
 * Slippage of a fill; null where nothing was shown, and of what rested: a fill as maker is at the price that was asked for.
 * @param shown the price that was shown, by `shownPriceOf`.
 */
export function slippageOf(
  { side, price, size, liquidity }: Pick<Fill, 'side' | 'price' | 'size' | 'liquidity'>,
  shown: Price | null,
): Slippage | null {
  if (shown === null || liquidity === 'maker') return null
  const better = side === 'buy' ? subtract(shown, price) : subtract(price, shown)
  return { price: trimZeros(better), money: trimZeros(toPlaces(multiply(better, size), MONEY_PLACES)) }
}
