/** Slippage: a fill against the price that the window showed when its order was sent. Pure. */
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

/** Sums of the fills of one day, market and kind of order that showed a preview. */
export interface SlippageSums {
  /** Start of the UTC day. */
  readonly day: Millis
  readonly family: Family
  readonly asset: string
  /** Kind of the intent, or of the automated order that sent it. */
  readonly kind: string
  readonly fills: number
  /** Fills at a better price than shown, and at a worse one. */
  readonly better: number
  readonly worse: number
  readonly size: Size
  /** Better is positive, worse is negative. */
  readonly money: Money
}

/** What rows are grouped by. */
export const SLIPPAGE_BY = ['kind', 'market', 'family', 'day'] as const
export type SlippageBy = (typeof SLIPPAGE_BY)[number]

/** A row: families have different price units and are never combined. */
export interface SlippageRow extends Omit<SlippageSums, 'day' | 'asset' | 'kind'> {
  readonly id: string
  readonly day: Millis | null
  readonly asset: string | null
  readonly kind: string | null
  readonly collateral: Collateral
  /** Average in market prices, rounded half up to 6 decimals: worse is negative. */
  readonly price: Price
  /** Fraction of all fills, 0 to 1. */
  readonly betterShare: number
  readonly worseShare: number
}

const PLACES = 6

/** Rows by newest day, otherwise by most fills. @param outcomes collateral of outcome markets */
export function slippageRows(
  sums: readonly SlippageSums[],
  by: SlippageBy,
  outcomes: Collateral,
): readonly SlippageRow[] {
  const rows = new Map<string, SlippageSums>()
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

const joined = (a: SlippageSums, b: SlippageSums): SlippageSums => ({
  ...a,
  fills: a.fills + b.fills,
  better: a.better + b.better,
  worse: a.worse + b.worse,
  size: add(a.size, b.size),
  money: add(a.money, b.money),
})

const rowOf = (id: string, sum: SlippageSums, by: SlippageBy, outcomes: Collateral): SlippageRow => ({
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

/** Difference to the price shown: worse is negative, better is positive. */
export interface Slippage {
  /** In the market's price unit: marks, and prices of UP and of shares. */
  readonly price: Price
  /** In the collateral, rounded half up to its micro-unit. */
  readonly money: Money
}

const MONEY_PLACES = 6

/**
 * The price at which the window showed an order to trade; of UP for binary contracts. The average of the preview, else that of the confirmed
 * estimate, else the mark for a close, which shows no average. Null when none was shown: for a resting order, and when no window sent it.
 */
export function shownPriceOf({
  intent,
  shown,
  estimate,
}: Pick<ActionRecord, 'intent' | 'shown' | 'estimate'>): Price | null {
  return shown?.average ?? estimate?.average ?? (intent.kind === 'close' ? (shown?.mark ?? null) : null)
}

/**
 * Slippage of a fill; null when no price was shown, and for a maker fill, whose price is the limit.
 * @param shown from `shownPriceOf`.
 */
export function slippageOf(
  { side, price, size, liquidity }: Pick<Fill, 'side' | 'price' | 'size' | 'liquidity'>,
  shown: Price | null,
): Slippage | null {
  if (shown === null || liquidity === 'maker') return null
  const better = side === 'buy' ? subtract(shown, price) : subtract(price, shown)
  return { price: trimZeros(better), money: trimZeros(toPlaces(multiply(better, size), MONEY_PLACES)) }
}
