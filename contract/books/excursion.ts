/**
 * How far the price went against a trade and for it while it was held: its maximum adverse and maximum favourable excursion (MAE, MFE).
 * Worked out of what was held from moment to moment and of the lowest and highest prices meanwhile. Pure and exact.
 */
import {
  absolute,
  add,
  divide,
  greater,
  lesser,
  type Money,
  negate,
  type Price,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
  ZERO,
} from '../decimal.ts'
import type { Millis } from '../time.ts'
import { type Held, unrealisedAt } from './books.ts'
import type { TradePath } from './trade-path.ts'

/** The lowest and the highest price of a stretch of time, its end left out; of binary contracts those of UP. */
export interface PriceSpan {
  readonly from: number
  readonly to: number
  readonly low: Price
  readonly high: Price
}

/** What is known of it. Distances and money are never negative. */
export type Excursion =
  | {
      /** Farthest the price was on the losing and on the winning side of the average entry, in the market's prices. */
      readonly adverse: Price
      readonly favourable: Price
      /** The most that the trade was down and up at any moment, with what it had realised by then; fees apart. */
      readonly adverseMoney: Money
      readonly favourableMoney: Money
      readonly why?: undefined
    }
  | {
      /** Why it is not known, as a sentence. */
      readonly why: string
    }

const PLACES = 9

/**
 * @param spans oldest first, none over another.
 * @param mostGap how long the life may lack a price, ms.
 */
export function excursionOf(path: TradePath, spans: readonly PriceSpan[], mostGap: number): Excursion {
  const { steps, closedAt } = path
  const [first] = steps
  if (first === undefined) return { why: 'Its fills are not kept any more.' }
  const gap = longestGap(spans, first.time, closedAt)
  if (gap === null) return { why: 'The service has no prices of that time.' }
  if (gap > mostGap) return { why: `The service has no prices for ${Math.ceil(gap / 1000)} s of that time.` }
  let [adverse, favourable]: [Price, Price] = [ZERO, ZERO]
  let [down, up]: [Money, Money] = [ZERO, ZERO]
  let at = 0
  for (const [i, { held, realised, price, time }] of steps.entries()) {
    if (realised === null) return { why: 'What a part of it cost is not known.' }
    const until = steps[i + 1]?.time ?? closedAt
    while ((spans[at]?.to ?? Number.POSITIVE_INFINITY) <= time) at += 1
    // What the next fill traded at is a price of this part of its life too.
    const next = steps[i + 1]?.price ?? null
    let low = price === null || next === null ? (price ?? next) : lesser(price, next)
    let high = price === null || next === null ? (price ?? next) : greater(price, next)
    for (let one = at; one < spans.length && (spans[one]?.from ?? 0) < until; one += 1) {
      const span = spans[one] as PriceSpan
      low = low === null ? span.low : lesser(low, span.low)
      high = high === null ? span.high : greater(high, span.high)
    }
    down = lesser(down, realised)
    up = greater(up, realised)
    if (held === null || low === null || high === null) continue
    const entry = entryOf(held)
    if (entry === null) return { why: 'What a part of it cost is not known.' }
    const [worst, best] = signOf(held.size) > 0 ? [low, high] : [high, low]
    adverse = greater(adverse, distance(held, worst, entry))
    favourable = greater(favourable, distance(held, entry, best))
    down = lesser(down, add(realised, unrealisedAt(held, worst) ?? ZERO))
    up = greater(up, add(realised, unrealisedAt(held, best) ?? ZERO))
  }
  return { adverse, favourable, adverseMoney: trimZeros(negate(down)), favourableMoney: trimZeros(up) }
}

/** Average price of what is held; of binary contracts that of UP. */
function entryOf({ family, size, cost }: Held): Price | null {
  if (cost === null) return null
  const own = absolute(divide(cost, size, PLACES))
  return family === 'binary' && signOf(size) < 0 ? subtract('1' as Price, own) : own
}

/** How far `to` lies below `from` for a long, above it for a short. */
const distance = ({ size }: Held, to: Price, from: Price): Price =>
  trimZeros(toPlaces(signOf(size) > 0 ? subtract(from, to) : subtract(to, from), PLACES))

/** The longest part of a life without a price, ms; null where it has none. A price holds no longer than its span. */
function longestGap(spans: readonly PriceSpan[], from: number, to: number): number | null {
  let covered = from
  let longest = 0
  let isAny = false
  for (const span of spans) {
    if (span.to <= from || span.from > to) continue
    isAny = true
    longest = Math.max(longest, span.from - covered)
    covered = Math.max(covered, span.to)
  }
  return isAny ? Math.max(longest, to - covered) : null
}

/** Candles of a length, as spans. */
export const spansOfCandles = (
  candles: readonly { readonly time: Millis; readonly low: Price; readonly high: Price }[],
  length: number,
): readonly PriceSpan[] => candles.map(({ time, low, high }) => ({ from: time, to: time + length, low, high }))

/** Single prices, each of its very moment. */
export const spansOfPoints = (
  points: readonly { readonly time: Millis; readonly price: Price }[],
): readonly PriceSpan[] => points.map(({ time, price }) => ({ from: time, to: time + 1, low: price, high: price }))
