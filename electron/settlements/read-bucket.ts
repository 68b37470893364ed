/** Reads what a bucket of the past settled at, and its marks before that, of candles (docs/service/market-data.md#candles). */
import { type Price, padTo, placesOf } from '../../contract/decimal.ts'
import { type Candle, TWAP_WINDOW } from '../../contract/market.ts'
import type { SettledBucket } from '../../contract/settlement-history/index.ts'
import { millis } from '../../contract/time.ts'
import { settledMark } from '../feed/index.ts'
import type { TradingService } from '../service/index.ts'
import type { PastBucket } from './buckets-before.ts'

const MINUTE = 60_000
/** Moments before the settlement whose mark is kept, ms. */
const HOUR = 60 * MINUTE
const HALF_HOUR = 30 * MINUTE

/** @param known the settlement, where something else told it already. @throws ServiceError */
export async function readBucket(
  { asset, end, length }: PastBucket,
  known: Price | null,
  { service, tick }: { readonly service: Pick<TradingService, 'candles'>; readonly tick: Price | null },
): Promise<SettledBucket> {
  const [seconds, minutes] = await Promise.all([
    known === null ? service.candles(asset, 1, millis(end - TWAP_WINDOW), end) : [],
    service.candles(asset, 60, millis(Math.max(0, end - HOUR - MINUTE)), millis(end - HALF_HOUR + MINUTE)),
  ])
  const places = tick === null ? 0 : placesOf(tick)
  const before = (ms: number): Price | null => {
    const mark = length >= ms ? markAt(minutes, end - ms) : null
    return mark === null ? null : padTo(mark, places)
  }
  return {
    asset,
    end,
    mark: known ?? settledMark(seconds, end, places),
    before60: before(HOUR),
    before30: before(HALF_HOUR),
  }
}

/** The mark of a moment: the last of the minute before it, else the first of the one that begins then. */
function markAt(minutes: readonly Candle[], at: number): Price | null {
  const startingAt = (start: number) => minutes.find(({ time }) => time === start)
  return startingAt(at - MINUTE)?.close ?? startingAt(at)?.open ?? null
}

/** Whether nothing more can be known of it. */
export const isComplete = (bucket: SettledBucket, length: number): boolean =>
  bucket.mark !== null &&
  (bucket.before60 !== null || length < HOUR) &&
  (bucket.before30 !== null || length < HALF_HOUR)
