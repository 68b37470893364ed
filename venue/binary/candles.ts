/** Candles of the fair price of UP, computed from the oracle for any time, also before the venue started. */
import { bucketAt } from '../buckets/index.ts'
import { CERTAIN } from '../ledger/index.ts'
import { type CandleInfo, probabilityText, VenueError } from '../market/index.ts'
import { fairUp } from './fair.ts'
import type { BinaryMarket } from './market.ts'

const MOST_CANDLES = 2000
/** Prices looked at within one candle. */
const SAMPLES = 6

/** Candles whose start lies in [from, to] ms and in a bucket of the asset, oldest first. */
export function markCandles(
  market: BinaryMarket,
  asset: number,
  resolution: number,
  from: number,
  to: number,
): CandleInfo[] {
  if (!Number.isSafeInteger(resolution) || resolution < 1) {
    throw new VenueError(400, 'bad_request', 'A resolution is a whole number of seconds, 1 or more.', 'resolution')
  }
  const now = Math.floor(market.host.now() / 1000)
  const last = Math.floor(Math.min(to / 1000, now) / resolution) * resolution
  const earliest = Math.ceil(from / 1000 / resolution) * resolution
  const result: CandleInfo[] = []
  const step = Math.max(1, Math.floor(resolution / SAMPLES))
  const oldest = Math.max(earliest, last - MOST_CANDLES * 2 * Math.max(resolution, 1))
  for (let start = last; start >= oldest && result.length < MOST_CANDLES; start -= resolution) {
    const bucket = bucketAt(market.rules, start * 1000)
    if (bucket.asset !== asset) continue
    const midpoint = market.midpoint(bucket)
    const end = Math.min(start + resolution - 1, now, bucket.end / 1000 - 1)
    const prices: number[] = []
    for (let second = start; second < end; second += step) prices.push(second)
    prices.push(end)
    const ticks = prices.map((second) => Math.round(fairUp(market.host.oracle, bucket, midpoint, second) * CERTAIN))
    result.push({
      time: start * 1000,
      open: probabilityText(ticks[0] ?? 0),
      high: probabilityText(Math.max(...ticks)),
      low: probabilityText(Math.min(...ticks)),
      close: probabilityText(ticks.at(-1) ?? 0),
    })
  }
  return result.reverse()
}
