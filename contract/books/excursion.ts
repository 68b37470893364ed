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
import { type Held, unrealisedAt } from './books.ts'
import { longestGap, type PriceSpan } from './price-spans.ts'
import type { TradePath } from './trade-path.ts'

/** What is known of it. Distances and money are never negative. */
export type Excursion =
  | {
      /** Farthest the price was on the losing and on the winning side of the average entry, in the market's prices. */
      readonly adverse: Price
      readonly favourable: Price
      /** The most that the trade was down and up at any moment, with what it had realized by then; fees apart. */
      readonly adverseMoney: Money
      readonly favourableMoney: Money
      /** Where the prices come from, where it is not the service's history alone: what this terminal saw of them, or both. */
      readonly from?: 'seen' | 'both'
      readonly why?: undefined
    }
  | {
      /** Why it is not known, as a sentence. */
      readonly why: string
    }

const PLACES = 9

/** Spans that are looked at in one step: a millisecond. */
const SLICE = 256

/**
 * Works it out, a slice at each step.
 * @param spans oldest first, none over another.
 * @param mostGap how long the life may lack a price, ms.
 */
export function* excursing(
  path: TradePath,
  spans: readonly PriceSpan[],
  mostGap: number,
): Generator<undefined, Excursion> {
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
      if (one % SLICE === SLICE - 1) yield
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
