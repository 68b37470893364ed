/**
 * Stores the settlement of every bucket. Settlements are stored as the feed reports them; missing ones are read back, a bucket at a time, newest
 * first, and never while requests wait for the rate limit.
 */

import { type Price, padTo, placesOf } from '../../contract/decimal.ts'
import { Listeners } from '../../contract/listeners.ts'
import {
  type Bucket,
  type BucketView,
  type Candle,
  type ScalarMarket,
  type Settlement,
  TWAP_WINDOW,
} from '../../contract/market.ts'
import {
  type HistoryPeriod,
  historyFrom,
  isKnown,
  type SettledBucket,
  type SettlementHistory,
} from '../../contract/settlement-history.ts'
import { type Cancel, type Clock, type Millis, millis } from '../../contract/time.ts'
import { SHORTEST_BUCKET, settledMark } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import { FOR, ReadLog, type TradingService } from '../service/index.ts'
import type { SettlementStore } from '../storage/index.ts'
import { type TopicSource, topicOf } from '../topics/index.ts'

interface PastBucket {
  readonly asset: string
  readonly end: Millis
  /** ms */
  readonly length: number
}

const MINUTE = 60_000

/** Times before the settlement whose mark is stored, ms. */
const HOUR = 60 * MINUTE

const HALF_HOUR = 30 * MINUTE

export type SettlementRecorder = ReturnType<typeof createSettlementRecorder>

interface SettlementRecorderOptions {
  readonly store: SettlementStore
  /** Identifies the source: the same text for the same service. */
  readonly source: string
  readonly service: {
    for(purpose: typeof FOR.market): Pick<TradingService, 'candles'>
    readonly budget: { view(): unknown }
  }
  readonly feed: {
    bucket(): BucketView | null
    market(asset: string): ScalarMarket | null
    scalarList(): { readonly markets: readonly ScalarMarket[] }
    clockOffset(): number
    /** Source of the topics `bucket` and `settlements`. */
    readonly markets: TopicSource
  }
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  readonly log: Log
}

/** Interval between two buckets that are read back, ms: half a year takes about an hour. */
const READ_EVERY = 2_000
/** Delay after a start: the screen comes first, ms. */
const FIRST_AFTER = 15_000
/** Delay after a failed read, and before an unanswered request is repeated, ms. */
const AGAIN = 60_000
/** Maximum number of requests for a missing settlement per run, and how long after the settlement they end, ms. */
const MAX_TRIES = 3
const LATE = 86_400_000
/** After this many consecutive buckets without data, the service's candles have ended: two days. */
const MAX_EMPTY = 24
/** Nothing older is read back, ms: more would add nothing about an hour of the day. */
const OLDEST = 400 * 86_400_000
/** Minimum interval of updates to windows about buckets that were read back, ms. */
const PUBLISH_EVERY = 10_000

export function createSettlementRecorder(options: SettlementRecorderOptions) {
  const { store, source, service, feed, clock, log } = options
  const reads = service.for(FOR.market)
  const readLog = new ReadLog(log, 'settlements of the past')
  const listeners = new Listeners()
  const kept = new Map<number, SettledBucket>()
  const tried = new Map<number, { readonly times: number; readonly at: number }>()
  let cancels: Cancel[] = []
  let next: Cancel | null = null
  let publishing: Cancel | null = null
  let isReading = false
  let live: { readonly bucket: Bucket; readonly partner: string | null } | null = null
  let version = 0

  const serverNow = (): number => clock.now() + feed.clockOffset()
  const isRunning = (): boolean => cancels.length > 0

  function publish(): void {
    publishing = null
    version += 1
    listeners.notify()
  }

  function publishSoon(): void {
    if (isRunning()) publishing ??= clock.after(PUBLISH_EVERY, publish)
  }

  function keep(bucket: SettledBucket): void {
    kept.set(bucket.end, bucket)
    store.keep(source, bucket)
  }

  /** The live bucket, or the last one, with the other asset of the two that take turns (docs/service/buckets.md#assets). */
  function liveNow(): typeof live {
    const view = feed.bucket()
    const current = view?.current ?? null
    if (view === null || current === null || current.end - current.start < SHORTEST_BUCKET) return live
    const others = feed.scalarList().markets.filter(({ asset }) => asset !== current.asset)
    const listed = others.length === 1 ? (others[0]?.asset ?? null) : null
    const partner = view.next !== null && view.next.asset !== current.asset ? view.next.asset : listed
    live = { bucket: current, partner }
    return live
  }

  /** Whether it should be read now, later, or not at all. */
  function needOf({ end, length }: PastBucket): 'now' | 'later' | 'no' {
    const known = kept.get(end)
    if (known === undefined) return 'now'
    const before = tried.get(end)
    if (isComplete(known, length) || serverNow() - end > LATE || (before?.times ?? 0) >= MAX_TRIES) return 'no'
    return before === undefined || clock.monotonic() - before.at >= AGAIN ? 'now' : 'later'
  }

  /** Every bucket that the service may still know, newest first. */
  function* candidates(): Generator<PastBucket> {
    const from = liveNow()
    if (from === null) return
    let empty = 0
    for (const bucket of bucketsBefore(from.bucket, from.partner)) {
      if (empty >= MAX_EMPTY || bucket.end < from.bucket.start - OLDEST) return
      yield bucket
      const known = kept.get(bucket.end)
      empty = known === undefined || isKnown(known) ? 0 : empty + 1
    }
  }

  /** The latest bucket to read. */
  function due(): PastBucket | null {
    let isLater = false
    for (const bucket of candidates()) {
      const need = needOf(bucket)
      if (need === 'now') return bucket
      isLater ||= need === 'later'
    }
    if (isLater) soon(AGAIN)
    return null
  }

  function isWholeFrom(from: number): boolean {
    if (liveNow() === null) return false
    for (const bucket of candidates()) {
      if (bucket.end < from) return true
      if (needOf(bucket) === 'now') return false
    }
    return true
  }

  function soon(ms: number): void {
    if (isRunning() && !isReading) next ??= clock.after(ms, turn)
  }

  function turn(): void {
    next = null
    if (service.budget.view() !== null) {
      soon(READ_EVERY)
      return
    }
    const bucket = due()
    if (bucket === null) return
    isReading = true
    const known = kept.get(bucket.end)?.mark ?? null
    readBucket(bucket, known, { service: reads, tick: feed.market(bucket.asset)?.tickSize ?? null }).then(
      (read) => {
        readLog.worked()
        isReading = false
        if (!isRunning()) return
        tried.set(bucket.end, { times: (tried.get(bucket.end)?.times ?? 0) + 1, at: clock.monotonic() })
        // The feed may have reported the settlement meanwhile.
        keepSafely({ ...read, mark: read.mark ?? kept.get(bucket.end)?.mark ?? null })
        soon(READ_EVERY)
      },
      (error: unknown) => {
        readLog.failed(error, { asset: bucket.asset })
        isReading = false
        soon(AGAIN)
      },
    )
  }

  function keepSafely(bucket: SettledBucket): void {
    try {
      keep(bucket)
      publishSoon()
    } catch (error) {
      log.error({ err: error }, 'a settlement could not be kept')
    }
  }

  /** Settlements that the feed computed: the latest ones are shown at once. */
  function take(): void {
    const settlements = (feed.markets.view({ kind: 'settlements' }) ?? []) as readonly Settlement[]
    const fresh = settlements.filter(({ end }) => (kept.get(end)?.mark ?? null) === null)
    for (const { asset, end, mark } of fresh) {
      keepSafely({ before60: null, before30: null, ...kept.get(end), asset, end, mark })
    }
    if (fresh.length > 0) publish()
    soon(READ_EVERY)
  }

  return {
    start(): void {
      for (const bucket of store.since(source, 0)) kept.set(bucket.end, bucket)
      cancels = [
        feed.markets.onChange(({ kind }) => {
          if (kind === 'settlements') take()
          else if (kind === 'bucket' && feed.bucket()?.current?.start !== live?.bucket.start) soon(READ_EVERY)
        }),
      ]
      take()
      next?.()
      next = clock.after(FIRST_AFTER, turn)
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      next?.()
      publishing?.()
      next = null
      publishing = null
    },
    history(period: HistoryPeriod): SettlementHistory {
      const from = historyFrom(period, serverNow())
      return { buckets: store.since(source, from).filter(isKnown), isWhole: isWholeFrom(from) }
    },
    topics: topicOf('settlement_history', () => ({ version }), listeners.on),
  }
}

/** @param known the settlement, where another source reported it already. @throws ServiceError */
async function readBucket(
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

/** The mark at a moment: the last of the minute before it, else the first of the minute that begins then. */
function markAt(minutes: readonly Candle[], at: number): Price | null {
  const startingAt = (start: number) => minutes.find(({ time }) => time === start)
  return startingAt(at - MINUTE)?.close ?? startingAt(at)?.open ?? null
}

/** Whether nothing more can become known about it. */
const isComplete = (bucket: SettledBucket, length: number): boolean =>
  bucket.mark !== null &&
  (bucket.before60 !== null || length < HOUR) &&
  (bucket.before30 !== null || length < HALF_HOUR)

/**
 * The buckets before the live one, newest first, without end: the two assets take turns, each as long as the live one (docs/service/buckets.md).
 * @param partner the other asset; without it only every other bucket is returned
 */
function* bucketsBefore({ asset, start, end }: Bucket, partner: string | null): Generator<PastBucket> {
  const length = end - start
  if (length <= 0) return
  for (let back = 1; start - (back - 1) * length > 0; back += 1) {
    const its = back % 2 === 0 ? asset : partner
    if (its !== null) yield { asset: its, end: millis(start - (back - 1) * length), length }
  }
}
