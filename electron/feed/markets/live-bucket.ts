/**
 * The live bucket and what follows from it: phase, running estimate, handover, settlements. Only `GET /v1/bucket` decides which asset is live
 * (docs/service/buckets.md#assets); the feed merely hints that it is time to read.
 */

import type { Price } from '../../../contract/decimal.ts'
import { fahrenheitOfMark } from '../../../contract/mark.ts'
import {
  type Bucket,
  type BucketPhase,
  type BucketView,
  type Settlement,
  TWAP_WINDOW,
} from '../../../contract/market.ts'
import type { Clock } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import type { TradingService } from '../../service/index.ts'
import type { ContextPatch } from '../decode/index.ts'
import { AcceptedFacts } from './accepted-facts.ts'
import { type BucketState, BucketWatch } from './bucket-watch.ts'
import type { ClockOffset } from './clock-offset.ts'
import { RunningTwap, Settlements, SHORTEST_BUCKET } from './settlements.ts'

// The phase of the live bucket: from the service's term where the terminal knows it, else from the server's time.

const TEXTS: Readonly<Record<string, BucketPhase>> = {
  trading: 'trading',
  active: 'trading',
  open: 'trading',
  live: 'trading',
  final_window: 'final_window',
  final: 'final_window',
  twap: 'final_window',
  settling: 'settling',
  settlement: 'settling',
  waiting: 'waiting',
  pending: 'waiting',
  upcoming: 'waiting',
  staging: 'waiting',
}

/** The phase behind a service's term; null for an unknown term. */
function phaseOfWord(text: string | null): BucketPhase | null {
  if (text === null) return null
  const key = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return Object.hasOwn(TEXTS, key) ? (TEXTS[key] ?? null) : null
}

/** The documented length of a bucket, ms; the service chooses the windows of shorter ones. */
const WHOLE_BUCKET = 7_200_000

/** @param serverNow the server's time, ms. */
export function phaseOf(current: Bucket | null, next: Bucket | null, serverNow: number): BucketPhase {
  if (current === null) return next === null ? 'waiting' : 'settling'
  if (serverNow >= current.end) return 'settling'
  const reported = phaseOfWord(current.phaseText)
  const isFinal = serverNow >= current.end - TWAP_WINDOW
  /** A service may use one term for the whole time of trading: the average of a whole bucket is formed all the same. */
  if (reported === 'trading' && isFinal && current.end - current.start >= WHOLE_BUCKET) return 'final_window'
  if (reported !== null) return reported
  if (serverNow < current.start) return 'waiting'
  return isFinal ? 'final_window' : 'trading'
}

interface LiveBucketOptions {
  readonly service: Pick<TradingService, 'bucket' | 'candles'>
  readonly clock: Clock
  readonly log: Log
  readonly offset: ClockOffset
  readonly connectionStale: () => boolean
  readonly pxPlaces: (asset: string) => number
  /** The other asset of the two that take turns, by the markets; null when they do not show it. */
  readonly partnerOf: (asset: string) => string | null
  /** The `bucket` topic changed. */
  readonly onChange: () => void
  /** The `settlements` topic changed. */
  readonly onSettlements: () => void
  /** Assets whose data main itself needs now. */
  readonly onNeeded: (assets: ReadonlySet<string>) => void
  /** The live bucket changed; null without one. */
  readonly onLive: (current: Bucket | null) => void
}

/** A message this far in the future means that the server's clock was set. */
const FUTURE = 1500

export class LiveBucket {
  readonly #options: LiveBucketOptions
  readonly #watch: BucketWatch
  readonly #settlements: Settlements
  readonly #twap = new RunningTwap()
  /** The latest accepted answer; null before the first. */
  #state: BucketState | null = null
  readonly #accepted: AcceptedFacts<Bucket>
  #current: Bucket | null = null
  /** The last live bucket, kept while there is none. */
  #last: Bucket | null = null
  #published: { phase: BucketPhase; stale: boolean } | null = null
  /** When the final window of the bucket with this end was seen to open, server time. */
  #finalSince: { end: number; from: number } | null = null

  constructor(options: LiveBucketOptions) {
    this.#options = options
    const { service, clock, log, offset, pxPlaces, onSettlements } = options
    this.#accepted = new AcceptedFacts(clock, (a, b) => a.asset === b.asset && a.end === b.end)
    this.#watch = new BucketWatch({ service, clock, log, offset, onState: (state) => this.#take(state) })
    this.#settlements = new Settlements({ service, clock, log, pxPlaces, onChange: onSettlements })
  }

  start(): void {
    this.#watch.start()
    this.#settlements.start()
  }

  stop(): void {
    this.#watch.stop()
    this.#settlements.stop()
  }

  /** The trading asset; null while none trades or it is unknown. */
  get asset(): string | null {
    return this.#current?.asset ?? null
  }

  /** Whether the service has named an asset for a bucket: it is then a scalar one. */
  names(asset: string): boolean {
    return [this.#current, this.#last, this.#state?.next].some((bucket) => bucket?.asset === asset)
  }

  get settlements(): readonly Settlement[] {
    return this.#settlements.newest
  }

  /** Reads as soon as possible. */
  refresh(): void {
    this.#watch.refresh()
  }

  /** The service is back after it was lost: reads at once. */
  restart(): void {
    this.#watch.restart()
  }

  /** A mark of the live asset. */
  marked(mark: Price): void {
    this.#twap.add(mark, this.#watch.serverNow)
    if (this.#published?.phase === 'final_window') this.#options.onChange()
  }

  /** A context that contradicts the known bucket is a reason to read. */
  heed({ asset, delisted, time }: ContextPatch, statusMoved: boolean): void {
    const isLive = asset === this.asset
    const fromFuture = time !== undefined && time - this.#watch.serverNow > FUTURE
    if (delisted === isLive || (isLive && statusMoved) || fromFuture) this.#watch.hint()
  }

  /** Reports changes of phase or staleness without any message; called a few times a second. */
  tick(): void {
    if (this.#state === null) return
    const phase = this.#phase()
    const stale = this.#isStale()
    const reported = this.#published
    if (reported?.phase === phase && reported.stale === stale) return
    this.#published = { phase, stale }
    if (phase === 'final_window' && reported?.phase === 'trading' && this.#current !== null) {
      this.#finalSince = { end: this.#current.end, from: this.#watch.serverNow }
    }
    this.#options.onChange()
    if (phase !== reported?.phase && phase !== 'trading') this.#watch.hint()
  }

  view(): BucketView | undefined {
    const state = this.#state
    if (state === null) return undefined
    const phase = this.#phase()
    return {
      current: state.current,
      next: state.next,
      phase,
      clockOffset: this.#watch.offset ?? 0,
      twapWindow: TWAP_WINDOW,
      twapEstimate: phase === 'final_window' && state.current !== null ? this.#estimate(state.current) : null,
      receivedAt: state.receivedAt,
      stale: this.#isStale(),
    }
  }

  /**
   * One answer neither replaces a bucket before its end, nor shortens it: it may be old or wrong. A postponed end is accepted at once, so that
   * nothing ends at the earlier one.
   */
  #isAccepted(named: Bucket | null): boolean {
    if (named === null) return true
    const { offset } = this.#options
    const accepted = this.#accepted.take('', named, (live) => {
      if (isOneTurn(live, named) && named.end >= live.end) return true
      return !offset.isConfirmed || this.#watch.serverNow >= live.end
    })
    return accepted === named
  }

  #take(state: BucketState): void {
    const { current, next } = state
    if (!this.#isAccepted(current)) return
    this.#state = state
    const before = this.#current
    const changed = current?.asset !== before?.asset || current?.end !== before?.end
    this.#current = current
    if (changed) this.#handOver(current)
    if (current !== null) this.#settlements.lookBack(current, this.#partner(current, next))
    this.#options.onNeeded(this.#needed(current, next))
    this.tick()
    this.#options.onChange()
    if (changed) this.#options.onLive(current)
  }

  #handOver(current: Bucket | null): void {
    const last = this.#last
    // A turn named with another end has not finished at the earlier one.
    const isOver = last !== null && (current === null || !isOneTurn(last, current))
    if (isOver && this.#watch.serverNow >= last.end) this.#settlements.finished(last)
    if (current === null) return
    if (current.asset !== last?.asset || current.end !== last.end) this.#twap.clear()
    this.#last = current
  }

  /** While there is no live asset, the last and the next are both needed, so that the next is there when it opens. */
  #needed(current: Bucket | null, next: Bucket | null): ReadonlySet<string> {
    if (current !== null) return new Set([current.asset])
    return new Set([this.#last, next].flatMap((bucket) => (bucket === null ? [] : [bucket.asset])))
  }

  #partner(current: Bucket, next: Bucket | null): string | null {
    return next !== null && next.asset !== current.asset ? next.asset : this.#options.partnerOf(current.asset)
  }

  #phase(): BucketPhase {
    return phaseOf(this.#current, this.#state?.next ?? null, this.#watch.serverNow)
  }

  #isStale(): boolean {
    return this.#options.connectionStale() || this.#watch.overdue
  }

  #estimate({ start, end }: Bucket): BucketView['twapEstimate'] {
    // A short bucket has a shorter window, known only from when the service reported it open.
    const isShort = end - start < SHORTEST_BUCKET && this.#finalSince?.end === end
    const from = isShort ? (this.#finalSince?.from ?? end) : end - TWAP_WINDOW
    const estimate = this.#twap.estimate(from, Math.min(end, this.#watch.serverNow))
    return estimate === null ? null : { ...estimate, temperature: fahrenheitOfMark(estimate.mark) }
  }
}

/** Whether two answers are about one turn of an asset, whose end may have moved. */
const isOneTurn = (a: Bucket, b: Bucket): boolean => a.asset === b.asset && a.start < b.end && b.start < a.end
