/**
 * Maximum adverse and maximum favorable excursion (MAE, MFE) of a trade, from the position over time and the lowest and highest prices meanwhile.
 * Pure and exact.
 */
import {
  add,
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
import { entryOf } from './closed-position.ts'
import type { BookEntry } from './entry.ts'
import { isTurn, type TradeRecord, tradeIdOf } from './trade.ts'

/** The position after an entry. */
interface PathStep {
  readonly time: Millis
  /** Null after the last entry. */
  readonly held: Held | null
  /** P&L of the trade so far before fees; null when a part is unknown. */
  readonly realised: Money | null
  /** The price of a fill, which counts as a price in the life of the trade. */
  readonly price: Price | null
}

interface TradePath {
  readonly steps: readonly PathStep[]
  readonly closedAt: Millis
}

/**
 * Empty when the opening is not among the entries.
 * @param entries in order of time: all of the trade's asset from open to close; others are ignored.
 */
export function tradePath(trade: TradeRecord, entries: readonly BookEntry[]): TradePath {
  const { asset, id, first, closedAt } = trade
  const from = entries.findIndex((entry) => tradeIdOf(asset, entry) === id)
  const steps: PathStep[] = []
  if (from < 0) return { steps, closedAt }
  const books = createBooks()
  let realised: Money | null = ZERO
  for (const [i, entry] of entries.slice(from).entries()) {
    // For a fill that flipped the previous trade, only the rest belongs to this one.
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

/** Lowest and highest price of a time span, its end exclusive; the price of UP for binary contracts. */
export interface PriceSpan {
  readonly from: number
  readonly to: number
  readonly low: Price
  readonly high: Price
}

/** Candles of one length as spans. */
export const spansOfCandles = (
  candles: readonly { readonly time: Millis; readonly low: Price; readonly high: Price }[],
  length: number,
): readonly PriceSpan[] => candles.map(({ time, low, high }) => ({ from: time, to: time + length, low, high }))

/** Single prices, each of exactly its time. */
export const spansOfPoints = (
  points: readonly { readonly time: Millis; readonly price: Price }[],
): readonly PriceSpan[] => points.map(({ time, price }) => ({ from: time, to: time + 1, low: price, high: price }))

/** Longest gap without a price, ms; null when there is none. A price is valid only within its span. */
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
 * Fills the gaps between the first spans with the others. Input and result are oldest first and do not overlap.
 * @returns all spans, including the parts of the others that were used.
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

/** The result. */
export type Excursion =
  | {
      /** Farthest price on the losing and on the winning side of the average entry, in market prices. */
      readonly adverse: Price
      readonly favourable: Price
      /** Largest loss and gain of the trade at any time, including realized P&L up to then, before fees. */
      readonly adverseMoney: Money
      readonly favourableMoney: Money
      /** Source of the prices when it is not the service's history alone: what this terminal saw, or both. */
      readonly from?: 'seen' | 'both'
      readonly why?: undefined
    }
  | {
      /** Why it is unknown, as a sentence. */
      readonly why: string
    }

const PLACES = 9

/** Spans processed per step: about a millisecond. */
const SLICE = 256

/**
 * Calculates it, one slice per step.
 * @param spans oldest first, not overlapping.
 * @param mostGap longest permitted gap without a price, ms.
 */
export function* excursing(
  path: TradePath,
  spans: readonly PriceSpan[],
  mostGap: number,
): Generator<undefined, Excursion> {
  const { steps, closedAt } = path
  const [first] = steps
  if (first === undefined) return { why: 'Its fills are no longer stored.' }
  const gap = longestGap(spans, first.time, closedAt)
  if (gap === null) return { why: 'The venue has no prices for that time.' }
  if (gap > mostGap) return { why: `The venue has no prices for ${Math.ceil(gap / 1000)} s of that time.` }
  let [adverse, favourable]: [Price, Price] = [ZERO, ZERO]
  let [down, up]: [Money, Money] = [ZERO, ZERO]
  let at = 0
  for (const [i, { held, realised, price, time }] of steps.entries()) {
    if (realised === null) return { why: 'Part of the cost basis is unknown.' }
    const until = steps[i + 1]?.time ?? closedAt
    while ((spans[at]?.to ?? Number.POSITIVE_INFINITY) <= time) at += 1
    // The price of the next fill also belongs to this part of its life.
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
    if (entry === null) return { why: 'Part of the cost basis is unknown.' }
    const [worst, best] = signOf(held.size) > 0 ? [low, high] : [high, low]
    adverse = greater(adverse, distance(held, worst, entry))
    favourable = greater(favourable, distance(held, entry, best))
    down = lesser(down, add(realised, unrealisedAt(held, worst) ?? ZERO))
    up = greater(up, add(realised, unrealisedAt(held, best) ?? ZERO))
  }
  return { adverse, favourable, adverseMoney: trimZeros(negate(down)), favourableMoney: trimZeros(up) }
}

/** How far `to` is below `from` for a long, above it for a short. */
const distance = ({ size }: Held, to: Price, from: Price): Price =>
  trimZeros(toPlaces(signOf(size) > 0 ? subtract(from, to) : subtract(to, from), PLACES))
