/** The visible part of the price scale. Floats throughout: these become pixels, never prices that are sent. */
import type { Candle } from '../../contract/market.ts'

interface ScaleRange {
  readonly minValue: number
  readonly maxValue: number
}

/** A price that the scale should include. */
export interface Stretch {
  readonly price: number
  /** Its time, ms: it counts while that is visible. Null for a line at the newest candle. */
  readonly time: number | null
  /** Included at any distance, for the market's deciding price; otherwise only when near. */
  readonly always?: boolean
}

interface RangeInput {
  /** The candles of every line, each oldest first. */
  readonly lines: readonly (readonly Candle[])[]
  /** The visible range, ms; null for everything. */
  readonly inView: { readonly since: number; readonly until: number } | null
  readonly stretches: readonly Stretch[]
  readonly tick: number
  /** The price bounds. */
  readonly bounds: { readonly least: number; readonly most: number } | null
}

/** Minimum span of the scale, so that a quiet market does not look volatile. */
const MIN_TICKS = 20
/** Lines further away than this fraction of the span do not extend the scale. */
const REACH = 0.35

/** Low to high of the visible candles, extended to near prices that belong to them: a current line does not squeeze old candles. */
export function priceRange({ lines, inView, stretches, tick, bounds }: RangeInput): ScaleRange | null {
  const since = inView?.since ?? Number.NEGATIVE_INFINITY
  const until = inView?.until ?? Number.POSITIVE_INFINITY
  const span = spanOf(lines, since, until)
  if (span === null) return null
  const newest = Math.max(...lines.map((candles) => candles.at(-1)?.time ?? Number.NEGATIVE_INFINITY))
  const wide = Math.max(span.max - span.min, MIN_TICKS * tick)
  const middle = (span.min + span.max) / 2
  const min = Math.min(span.min, middle - wide / 2)
  const max = Math.max(span.max, middle + wide / 2)
  const reached = stretches
    .filter(({ time }) => (time ?? newest) >= since && (time ?? newest) <= until)
    .filter(({ price, always }) => always === true || (price >= min - wide * REACH && price <= max + wide * REACH))
    .map(({ price }) => price)
  const minValue = Math.min(min, ...reached)
  const maxValue = Math.max(max, ...reached)
  if (bounds === null) return { minValue, maxValue }
  return { minValue: Math.max(bounds.least, minValue), maxValue: Math.min(bounds.most, maxValue) }
}

/** Low to high of the visible part; if nothing is visible, the newest close of the first line that has one. */
function spanOf(
  lines: RangeInput['lines'],
  since: number,
  until: number,
): { readonly min: number; readonly max: number } | null {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const candles of lines) {
    for (let index = candles.length - 1; index >= 0; index -= 1) {
      const candle = candles[index]
      if (candle === undefined || candle.time < since) break
      if (candle.time > until) continue
      min = Math.min(min, Number(candle.low))
      max = Math.max(max, Number(candle.high))
    }
  }
  if (min <= max) return { min, max }
  const close = lines.find((candles) => candles.length > 0)?.at(-1)?.close
  return close === undefined ? null : { min: Number(close), max: Number(close) }
}
