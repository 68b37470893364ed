/** What part of the price scale the chart shows. Floats throughout: these are pixels in the making, never prices that are sent. */
import type { Candle } from '../../contract/market.ts'

interface ScaleRange {
  readonly minValue: number
  readonly maxValue: number
}

/** A price that the scale should reach where it is near. */
export interface Stretch {
  readonly price: number
  /** The time it belongs to, ms: it counts while that is in view. Null for a line that stands at the newest candle. */
  readonly time: number | null
}

/** The least that the scale spans, so that a quiet market does not look wild. */
const LEAST_TICKS = 20
/** Lines further off than this share of the span do not stretch the scale. */
const REACH = 0.35

/**
 * Low to high of the candles in view, stretched to what is near and belongs to them: a line that stands now does not squeeze old candles. `from` and `to` are grid positions (whole candles from
 * the first one on), null for everything.
 */
export function priceRange(
  candles: readonly Candle[],
  inView: { readonly from: number; readonly to: number } | null,
  step: number,
  stretches: readonly Stretch[],
  tick: number,
): ScaleRange | null {
  const first = candles[0]
  if (first === undefined) return null
  const since = inView === null ? Number.NEGATIVE_INFINITY : first.time + Math.floor(inView.from) * step
  const until = inView === null ? Number.POSITIVE_INFINITY : first.time + Math.ceil(inView.to) * step
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let index = candles.length - 1; index >= 0; index -= 1) {
    const candle = candles[index]
    if (candle === undefined || candle.time < since) break
    if (candle.time > until) continue
    min = Math.min(min, Number(candle.low))
    max = Math.max(max, Number(candle.high))
  }
  if (min > max) {
    const last = Number(candles.at(-1)?.close ?? first.close)
    min = last
    max = last
  }
  const span = Math.max(max - min, LEAST_TICKS * tick)
  const middle = (min + max) / 2
  min = Math.min(min, middle - span / 2)
  max = Math.max(max, middle + span / 2)
  const newest = candles.at(-1)?.time ?? first.time
  const near = stretches
    .filter(({ time }) => (time ?? newest) >= since && (time ?? newest) <= until)
    .map(({ price }) => price)
    .filter((at) => at >= min - span * REACH && at <= max + span * REACH)
  return { minValue: Math.min(min, ...near), maxValue: Math.max(max, ...near) }
}
