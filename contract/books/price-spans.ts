/** Lowest and highest prices of stretches of time, from the service's history and from what the terminal saw. Pure. */
import type { Price } from '../decimal.ts'
import type { Millis } from '../time.ts'

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
