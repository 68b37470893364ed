/** Candles of the mark, computed from the oracle for any time, also before the venue started. */
import type { Oracle } from './oracle.ts'

/** One candle in ticks; `second` is its start. */
export interface CandleTicks {
  second: number
  open: number
  high: number
  low: number
  close: number
}

/** No request gets more candles than this; the latest are kept. */
const MOST_CANDLES = 5000
/** Readings looked at within one candle; up to a minute that is every one. */
const SAMPLES = 60

/**
 * Candles whose start lies in [from, to] (seconds), aligned to the resolution, up to `now` inclusive; the last may be unfinished.
 * Longer candles look at every (resolution ÷ 60)th reading and the last one.
 */
export function candles(oracle: Oracle, resolution: number, from: number, to: number, now: number): CandleTicks[] {
  const last = Math.floor(Math.min(to, now) / resolution) * resolution
  const first = Math.max(Math.ceil(from / resolution) * resolution, last - (MOST_CANDLES - 1) * resolution)
  const step = Math.max(1, Math.floor(resolution / SAMPLES))
  const result: CandleTicks[] = []
  for (let start = first; start <= last; start += resolution) {
    const end = Math.min(start + resolution - 1, now)
    const open = oracle.markTicks(start)
    let high = open
    let low = open
    for (let second = start + step; second < end; second += step) {
      const mark = oracle.markTicks(second)
      if (mark > high) high = mark
      else if (mark < low) low = mark
    }
    const close = oracle.markTicks(end)
    result.push({ second: start, open, high: Math.max(high, close), low: Math.min(low, close), close })
  }
  return result
}
