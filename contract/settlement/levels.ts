/** The levels that a settlement is looked at: evenly apart, whole ticks, and as far as it may come to lie. Exact. */
import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  fromUnits,
  isMultipleOf,
  multiply,
  type Price,
  placesOf,
  subtract,
  toPlaces,
  toStep,
  toUnits,
  whole,
} from '../decimal.ts'
import type { Side } from '../market.ts'

/** What has been seen of the final window. */
export interface SeenOfWindow {
  /** The average so far. */
  readonly mark: Price
  /** ms that it stands for. */
  readonly seenMs: number
  /** Length of the window, ms. */
  readonly windowMs: number
}

/**
 * The average of the rest at which the settlement comes to `level`, rounded up to the finer places of the two: with that it is reached.
 * Null once nothing is left.
 */
export function restMustAverage(level: Price, { mark, seenMs, windowMs }: SeenOfWindow): Price | null {
  const rest = BigInt(windowMs - seenMs)
  if (rest <= 0n) return null
  const places = Math.max(placesOf(level), placesOf(mark))
  const wanted = toUnits(level, places) * BigInt(windowMs)
  const seen = toUnits(mark, places) * BigInt(seenMs)
  return fromUnits(ceiling(wanted - seen, rest), places) as Price
}

/** a ÷ b towards the greater, for b > 0: division of bigints cuts towards zero. */
const ceiling = (a: bigint, b: bigint): bigint => a / b + (a > 0n && a % b !== 0n ? 1n : 0n)

/** Distances between two levels, in marks. */
const STEPS = ['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2', '5', '10'].map((text) => decimal(text))
/** Levels to either side of the middle one. */
const LEVELS_ASIDE = 8

/** The least distance of whole ticks at which the levels reach as far as `reach` to either side. @param reach °F, a statistic */
export function levelStep(reach: number, tick: Price): Price {
  const wanted = reach / LEVELS_ASIDE
  const found = STEPS.find((step) => Number(step) >= wanted && isMultipleOf(step, tick)) ?? STEPS.at(-1)
  return toPlaces((found !== undefined && isMultipleOf(found, tick) ? found : tick) as Price, placesOf(tick))
}

/** The level that is nearest to a mark. */
export const nearestLevel = (mark: Price, step: Price): Price => toStep(mark, step, 'half-up')

/** Levels around a middle one, the highest first. */
export const levelsAround = (middle: Price, step: Price): readonly Price[] =>
  Array.from({ length: 2 * LEVELS_ASIDE + 1 }, (_, i) =>
    toPlaces(add<Decimal>(middle, multiply(step as Decimal, whole(LEVELS_ASIDE - i))) as Price, placesOf(step)),
  )

/** Whether the middle must move for a mark: it lies more than so many levels away. */
export function isOffMiddle(mark: Price, middle: Price, step: Price, levels: number): boolean {
  const away = divide(add<Decimal>(mark, multiply(middle as Decimal, '-1' as Decimal)), step as Decimal, 6)
  return Math.abs(Number(away)) > levels
}

/** A price on the tick, towards the trader's side: a purchase never above it, a sale never below. */
export function towardsTrader(price: Price, side: Side, tick: Price): Price {
  const nearest = toStep(price, tick, 'down')
  const away = compare(nearest, price)
  if (side === 'buy' ? away <= 0 : away >= 0) return nearest
  return toPlaces(side === 'buy' ? subtract(nearest, tick) : add(nearest, tick), placesOf(tick))
}
