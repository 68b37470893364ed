/**
 * Settlements of scalar and binary markets, by asset and end. For a binary bucket it is whether the settlement lies above the midpoint, which is
 * stored as the feed reports it. Where that was not seen, it is the value of UP in the last second of the bucket, if that was 1 or 0.
 */
import type { BinaryView } from '../../contract/binary.ts'
import { compare, ONE, type Price, signOf, ZERO } from '../../contract/decimal.ts'
import type { BucketFamily } from '../../contract/family-rules.ts'
import { Listeners } from '../../contract/listeners.ts'
import { type Cancel, type Clock, millis } from '../../contract/time.ts'
import type { Log } from '../log/index.ts'
import { FOR, ReadLog, ServiceError, type TradingService } from '../service/index.ts'
import type { SettlementStore } from '../storage/index.ts'
import type { TopicSource } from '../topics/index.ts'

/** Families whose markets are buckets. */

export type MarketEnds = ReturnType<typeof createMarketEnds>

export interface MarketEndsOptions {
  readonly store: SettlementStore
  /** Identifies the source: the same text for the same service. */
  readonly source: string
  readonly service: {
    for(purpose: typeof FOR.market): Pick<TradingService, 'binaryCandles'>
    readonly budget: { view(): unknown }
  }
  readonly feed: {
    binary(): Pick<BinaryView, 'markets' | 'bucket'> | null
    /** Source of the topics `binary` and `settlements`. */
    readonly markets: Pick<TopicSource, 'onChange'>
  }
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Log
}

interface Wanted {
  readonly asset: string
  readonly end: number
  tries: number
  /** Earliest time of the next request, monotonic ms. */
  at: number
}

const SECOND = 1_000
/** Interval between two reads, ms. */
const READ_EVERY = 2_000
/** Delay before an unanswered request is repeated, ms, and its maximum number per run. */
const AGAIN = 60_000
const MAX_TRIES = 3
/** Maximum number of pending lookups; callers repeat any others. */
const MAX_WANTED = 200

export function createMarketEnds({ store, source, service, feed, clock, log }: MarketEndsOptions) {
  const reads = service.for(FOR.market)
  const readLog = new ReadLog(log, 'how binary markets settled')
  const listeners = new Listeners()
  const wanted = new Map<string, Wanted>()
  let cancels: Cancel[] = []
  let next: Cancel | null = null
  let publishing: Cancel | null = null
  let kept = ''

  const isRunning = (): boolean => cancels.length > 0

  /** A settlement is on disk once all its listeners were called. */
  function notifySoon(): void {
    publishing ??= clock.after(0, () => {
      publishing = null
      listeners.notify()
    })
  }

  /** The midpoint is reported only while its bucket exists. */
  function keepMidpoint(): void {
    const view = feed.binary()
    const bucket = view?.bucket ?? null
    if (view === null || bucket === null || bucket.asset === null || bucket.end === null) return
    const { asset, end } = bucket
    const midpoint = bucket.midpoint ?? view.markets.find((market) => market.asset === asset)?.midpoint ?? null
    const key = `${asset}/${end}/${midpoint}`
    if (midpoint === null || key === kept) return
    try {
      store.keepMidpoint(source, { asset, end, midpoint })
      kept = key
    } catch (error) {
      log.error({ err: error }, 'the midpoint of a binary bucket could not be kept')
    }
  }

  function want(asset: string, end: number): void {
    const key = `${asset}/${end}`
    if (wanted.has(key) || wanted.size >= MAX_WANTED) return
    wanted.set(key, { asset, end, tries: 0, at: clock.monotonic() })
    soon()
  }

  function soon(): void {
    if (!isRunning() || next !== null) return
    const due = [...wanted.values()].filter(({ tries }) => tries < MAX_TRIES)
    if (due.length === 0) return
    const first = Math.min(...due.map(({ at }) => at))
    next = clock.after(Math.max(READ_EVERY, first - clock.monotonic()), () => void read())
  }

  async function read(): Promise<void> {
    const now = clock.monotonic()
    const one = [...wanted.values()].find(({ tries, at }) => tries < MAX_TRIES && at <= now)
    if (one !== undefined && service.budget.view() === null) {
      one.tries += 1
      one.at = now + AGAIN
      try {
        const up = await lastPrice(one)
        readLog.worked()
        if (up !== null) {
          store.keepUp(source, { asset: one.asset, end: one.end, up })
          wanted.delete(`${one.asset}/${one.end}`)
          listeners.notify()
        }
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'switched_off') one.tries = MAX_TRIES
        else readLog.failed(error, { asset: one.asset })
      }
    }
    next = null
    soon()
  }

  /** Before its last second a price written as 1 or 0 may have been rounded to that. */
  async function lastPrice({ asset, end }: Wanted): Promise<Price | null> {
    const candles = await reads.binaryCandles(asset, 1, millis(end - SECOND), millis(end))
    const close = candles.find(({ time }) => time === end - SECOND)?.close
    if (close === undefined) return null
    return compare(close, ONE) === 0 ? ONE : signOf(close) === 0 ? ZERO : null
  }

  const settled: { readonly [F in BucketFamily]: (asset: string, end: number) => Price | null } = {
    scalar: (asset, end) => store.mark(source, asset, end),
    binary(asset, end) {
      const { up, midpoint, mark } = store.binary(source, asset, end)
      if (up !== null) return up
      const above = midpoint === null || mark === null ? 0 : compare(mark, midpoint)
      if (above !== 0) return above > 0 ? ONE : ZERO
      want(asset, end)
      return null
    },
  }

  return {
    start(): void {
      cancels = [
        feed.markets.onChange(({ kind }) => {
          if (kind === 'binary') keepMidpoint()
          if (kind === 'settlements') notifySoon()
        }),
      ]
      keepMidpoint()
      soon()
    },
    stop(): void {
      for (const cancel of cancels.splice(0)) cancel()
      next?.()
      next = null
      publishing?.()
      publishing = null
    },
    /**
     * The settlement mark of a scalar bucket; 1 or 0, for UP, of a binary one. Null while unknown: it is then looked up.
     * @param end when the bucket ended, the service's time.
     */
    settledAt: (family: BucketFamily, asset: string, end: number): Price | null => settled[family](asset, end),
    /** Fires when more is known. */
    onKnown: listeners.on,
  }
}
