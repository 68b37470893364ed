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
import { createBooks, type Held, unrealisedAt } from './books.ts'
import type { BookEntry } from './entry.ts'
import { isTurn, type TradeRecord, tradeIdOf } from './trade.ts'

/** What was held after an entry. */
interface PathStep {
  readonly time: Millis
  /** Null after the last. */
  readonly held: Held | null
  /** Of the trade so far, fees apart; null where a part is not known. */
  readonly realised: Money | null
  /** Of a fill: it is a price of the trade's life. */
  readonly price: Price | null
}

interface TradePath {
  readonly steps: readonly PathStep[]
  readonly closedAt: Millis
}

/**
 * Empty steps where its opening is not among the entries.
 * @param entries in the order of their time: all of the trade's asset from its opening to its end, others are passed over.
 */
export function tradePath(trade: TradeRecord, entries: readonly BookEntry[]): TradePath {
  const { asset, id, first, closedAt } = trade
  const from = entries.findIndex((entry) => tradeIdOf(asset, entry) === id)
  const steps: PathStep[] = []
  if (from < 0) return { steps, closedAt }
  const books = createBooks()
  let realised: Money | null = ZERO
  for (const [i, entry] of entries.slice(from).entries()) {
    // Of a fill that turned the trade before over only the rest is this one's.
    const own = i === 0 && entry.kind === 'fill' ? { ...entry, size: first, realizedPnl: null } : entry
    const booked = books.apply(own).find((one) => one.asset === asset)
    if (booked === undefined) continue
    realised = realised === null || booked.realised === null ? null : add(realised, booked.realised)
    const isOver = !booked.isHeld || isTurn(booked)
    steps.push({
      time: entry.time,
      held: isOver ? null : books.of(asset),
      realised,
      price: entry.kind === 'fill' ? entry.price : null,
    })
    if (isOver) break
  }
  return { steps, closedAt }
}

/** The lowest and the highest price of a stretch of time, its end left out; of binary contracts those of UP. */
export interface PriceSpan {
  readonly from: number
  readonly to: number
  readonly low: Price
  readonly high: Price
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

/** The longest part of a time without a price, ms; null where it has none. A price holds no longer than its span. */
export function longestGap(spans: readonly PriceSpan[], from: number, to: number): number | null {
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

/**
 * The first ones with what the others tell of the time between them. Each oldest first, none over another; so is what comes of it.
 * @returns the spans, and of the others those parts that are in it.
 */
export function filledSpans(
  first: readonly PriceSpan[],
  others: readonly PriceSpan[],
): { readonly spans: readonly PriceSpan[]; readonly added: readonly PriceSpan[] } {
  const spans: PriceSpan[] = []
  const added: PriceSpan[] = []
  let next = 0
  for (const other of others) {
    let from = Math.max(other.from, spans.at(-1)?.to ?? other.from)
    const add = (to: number): void => {
      if (to <= from) return
      const part = { ...other, from, to }
      added.push(part)
      spans.push(part)
    }
    for (; (first[next]?.from ?? Number.POSITIVE_INFINITY) < other.to; next += 1) {
      const one = first[next] as PriceSpan
      add(Math.min(one.from, other.to))
      spans.push(one)
      from = Math.max(from, one.to)
    }
    from = Math.max(from, spans.at(-1)?.to ?? from)
    add(other.to)
  }
  spans.push(...first.slice(next))
  return { spans, added }
}

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
