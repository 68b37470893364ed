/** Levels at which a settlement is evaluated: evenly spaced, whole ticks, covering the plausible range. Exact. */
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

/** The final window so far. */
export interface SeenOfWindow {
  /** The average so far. */
  readonly mark: Price
  /** Time covered, ms. */
  readonly seenMs: number
  /** Length of the window, ms. */
  readonly windowMs: number
}

/**
 * The average of the rest at which the settlement reaches `level`, rounded up to the finer precision of the two: that average reaches it. Null once
 * nothing is left.
 */
export function restMustAverage(level: Price, { mark, seenMs, windowMs }: SeenOfWindow): Price | null {
  const rest = BigInt(windowMs - seenMs)
  if (rest <= 0n) return null
  const places = Math.max(placesOf(level), placesOf(mark))
  const wanted = toUnits(level, places) * BigInt(windowMs)
  const seen = toUnits(mark, places) * BigInt(seenMs)
  return fromUnits(ceiling(wanted - seen, rest), places) as Price
}

/** a ÷ b rounded up, for b > 0: bigint division truncates towards zero. */
const ceiling = (a: bigint, b: bigint): bigint => a / b + (a > 0n && a % b !== 0n ? 1n : 0n)

/** Distances between levels, in marks. */
const STEPS = ['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2', '5', '10'].map((text) => decimal(text))
/** Levels on either side of the middle. */
const LEVELS_ASIDE = 8

/** The smallest distance in whole ticks at which the levels cover `reach` on either side. @param reach °F, a statistic */
export function levelStep(reach: number, tick: Price): Price {
  const wanted = reach / LEVELS_ASIDE
  const found = STEPS.find((step) => Number(step) >= wanted && isMultipleOf(step, tick)) ?? STEPS.at(-1)
  return toPlaces((found !== undefined && isMultipleOf(found, tick) ? found : tick) as Price, placesOf(tick))
}

/** The level nearest to a mark. */
export const nearestLevel = (mark: Price, step: Price): Price => toStep(mark, step, 'half-up')

/** Levels around the middle one, highest first. */
export const levelsAround = (middle: Price, step: Price): readonly Price[] =>
  Array.from({ length: 2 * LEVELS_ASIDE + 1 }, (_, i) =>
    toPlaces(add<Decimal>(middle, multiply(step as Decimal, whole(LEVELS_ASIDE - i))) as Price, placesOf(step)),
  )

/** Whether the middle must move: the mark is more than this many levels away. */
export function isOffMiddle(mark: Price, middle: Price, step: Price, levels: number): boolean {
  const away = divide(add<Decimal>(mark, multiply(middle as Decimal, '-1' as Decimal)), step as Decimal, 6)
  return Math.abs(Number(away)) > levels
}

/** A price rounded to the tick in the trader's favor: never above it for a purchase, never below it for a sale. */
export function towardsTrader(price: Price, side: Side, tick: Price): Price {
  const nearest = toStep(price, tick, 'down')
  const away = compare(nearest, price)
  if (side === 'buy' ? away <= 0 : away >= 0) return nearest
  return toPlaces(side === 'buy' ? subtract(nearest, tick) : add(nearest, tick), placesOf(tick))
}
