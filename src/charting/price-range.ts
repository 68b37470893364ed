/** What part of the price scale the chart shows. Floats throughout: these are pixels in the making, never prices that are sent. */
import type { Candle } from '../../contract/market.ts'

interface ScaleRange {
  readonly minValue: number
  readonly maxValue: number
}

/** A price that the scale should reach. */
export interface Stretch {
  readonly price: number
  /** The time it belongs to, ms: it counts while that is in view. Null for a line that stands at the newest candle. */
  readonly time: number | null
  /** Reached however far it is, for what the market is about; else only where it is near. */
  readonly always?: boolean
}

interface RangeInput {
  /** The candles of every line, each oldest first. */
  readonly lines: readonly (readonly Candle[])[]
  /** What is in view, ms; null for everything. */
  readonly inView: { readonly since: number; readonly until: number } | null
  readonly stretches: readonly Stretch[]
  readonly tick: number
  /** Where prices end. */
  readonly bounds: { readonly least: number; readonly most: number } | null
}

/** The least that the scale spans, so that a quiet market does not look wild. */
const LEAST_TICKS = 20
/** Lines further off than this share of the span do not stretch the scale. */
const REACH = 0.35

/** Low to high of the candles in view, stretched to what is near and belongs to them: a line that stands now does not squeeze old candles. */
export function priceRange({ lines, inView, stretches, tick, bounds }: RangeInput): ScaleRange | null {
  const since = inView?.since ?? Number.NEGATIVE_INFINITY
  const until = inView?.until ?? Number.POSITIVE_INFINITY
  const span = spanOf(lines, since, until)
  if (span === null) return null
  const newest = Math.max(...lines.map((candles) => candles.at(-1)?.time ?? Number.NEGATIVE_INFINITY))
  const wide = Math.max(span.max - span.min, LEAST_TICKS * tick)
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

/** Low to high in view; where nothing is in view, the newest close of the first line that has one. */
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
