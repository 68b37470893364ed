/**
 * Final marks of past buckets. No route returns them: they are the average of the marks in the last 120 s of a bucket, computed from the history of
 * marks (1 s candles), and omitted where that is incomplete.
 */
import { fromUnits, type Price, placesOf, toUnits } from '../../../contract/decimal.ts'
import { type Bucket, type Candle, type Settlement, TWAP_WINDOW } from '../../../contract/market.ts'
import { type Cancel, type Clock, millis } from '../../../contract/time.ts'
import type { Log } from '../../log/index.ts'
import { ReadLog, type TradingService } from '../../service/index.ts'

// Averages of marks: the running estimate in the final window, and the settlement of a finished bucket. Exact;
// rounded half up.

/** A mark is valid for at most this long, ms; after that the price is unknown until the next mark. */
const MARK_HOLDS = 2000

interface Seen {
  readonly mark: Price
  readonly at: number
}

interface Estimate {
  readonly mark: Price
  /** Part of the window so far that is covered by marks, ms. */
  readonly coveredMs: number
}

/** sum ÷ weight in units of 10^−places, rounded half up. */
function average(sum: bigint, weight: bigint, places: number): Price {
  const twice = 2n * sum + weight
  const divisor = 2n * weight
  const quotient = twice / divisor
  // Division of bigints truncates towards zero; half up rounds towards +∞.
  const floor = twice < 0n && twice % divisor !== 0n ? quotient - 1n : quotient
  return fromUnits(floor, places) as Price
}

/** Marks as they arrive, weighted by their duration. Times are integer ms of the server's clock. */
export class RunningTwap {
  #seen: Seen[] = []

  add(mark: Price, at: number): void {
    const last = this.#seen.at(-1)
    if (last !== undefined && at < last.at) {
      // A small step: the measured clock was corrected. A large one: the server's clock was set back.
      if (at > last.at - MARK_HOLDS) return
      this.#seen = []
    }
    if (last !== undefined && at === last.at) this.#seen.pop()
    this.#seen.push({ mark, at })
    // Keeps what a window may still need, and the mark that was valid at its beginning.
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? at) < at - TWAP_WINDOW - MARK_HOLDS) this.#seen.shift()
  }

  /** Forgets all marks: the asset changed, or the server's clock was set. */
  clear(): void {
    this.#seen = []
  }

  /** The average from `from` to `to`; null when no mark was valid in between. */
  estimate(from: number, to: number): Estimate | null {
    let places = 0
    for (const { mark } of this.#seen) places = Math.max(places, placesOf(mark))
    let sum = 0n
    let covered = 0
    this.#seen.forEach(({ mark, at }, i) => {
      const until = Math.min(this.#seen[i + 1]?.at ?? to, at + MARK_HOLDS, to)
      const stood = until - Math.max(at, from)
      if (stood <= 0) return
      sum += toUnits(mark, places) * BigInt(stood)
      covered += stood
    })
    if (covered === 0) return null
    return { mark: average(sum, BigInt(covered), places), coveredMs: covered }
  }
}

/** The plain average of evenly spaced marks; null when there are none. */
export function averageOf(marks: readonly Price[], places: number): Price | null {
  if (marks.length === 0) return null
  const most = marks.reduce((widest, mark) => Math.max(widest, placesOf(mark)), places)
  let sum = 0n
  for (const mark of marks) sum += toUnits(mark, most)
  return average(sum, BigInt(marks.length) * 10n ** BigInt(most - places), places)
}

interface SettlementsOptions {
  readonly service: Pick<TradingService, 'candles'>
  readonly clock: Clock
  readonly log: Log
  /** Decimals of the asset's prices. */
  readonly pxPlaces: (asset: string) => number
  readonly onChange: () => void
}

interface Finished {
  readonly asset: string
  readonly end: number
  tries: number
}

const KEPT = 8
const SECOND = 1000
const RETRY = 5000
const MAX_TRIES = 4
/** Shortest bucket whose averaging window is known, ms (docs/service/buckets.md#settlement). */
export const SHORTEST_BUCKET = 4 * TWAP_WINDOW

/**
 * The final mark of a bucket from one-second candles; null where they do not fill its averaging window.
 * @param places minimum decimals of the result; marks with more decimals raise it.
 */
export function settledMark(candles: readonly Candle[], end: number, places: number): Price | null {
  const from = end - TWAP_WINDOW
  const inside = candles.filter(({ time }) => time >= from && time < end)
  if (inside.length !== TWAP_WINDOW / SECOND || new Set(inside.map(({ time }) => time)).size !== inside.length)
    return null
  return averageOf(
    inside.map(({ close }) => close),
    inside.reduce((most, { close }) => Math.max(most, placesOf(close)), places),
  )
}

export class Settlements {
  readonly #options: SettlementsOptions
  readonly #readLog: ReadLog
  readonly #known = new Map<number, Settlement>()
  readonly #asked = new Set<number>()
  #queue: Finished[] = []
  /** Buckets whose settlement could not be computed yet; retried together. */
  #later: Finished[] = []
  #busy = false
  #timer: Cancel | null = null
  #view: readonly Settlement[] = []
  #stopped = false

  constructor(options: SettlementsOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'the history of marks')
  }

  /** Newest first. */
  get newest(): readonly Settlement[] {
    return this.#view
  }

  /** Queues the buckets before the current one. Two assets alternate, so every other bucket traded `partner`. */
  lookBack(current: Bucket, partner: string | null): void {
    const length = current.end - current.start
    if (length < SHORTEST_BUCKET) return
    for (let back = 1; back <= KEPT; back += 1) {
      const asset = back % 2 === 0 ? current.asset : partner
      const end = current.start - (back - 1) * length
      if (asset !== null) this.#ask({ asset, end, tries: 0 })
    }
  }

  /** Queues a bucket that has just ended. */
  finished({ asset, start, end }: Bucket): void {
    if (end - start >= SHORTEST_BUCKET) this.#ask({ asset, end, tries: 0 })
  }

  start(): void {
    this.#stopped = false
    this.#retry()
  }

  stop(): void {
    this.#stopped = true
    this.#timer?.()
    this.#timer = null
  }

  #ask(bucket: Finished): void {
    if (this.#asked.has(bucket.end)) return
    this.#asked.add(bucket.end)
    this.#queue.push(bucket)
    this.#work()
  }

  /** One request at a time: nothing here is urgent. */
  #work(): void {
    const bucket = this.#queue.shift()
    if (bucket === undefined || this.#busy || this.#stopped) {
      if (bucket !== undefined) this.#queue.unshift(bucket)
      return
    }
    this.#busy = true
    this.#read(bucket).then(
      (settled) => {
        this.#readLog.worked()
        this.#done(settled ? null : bucket)
      },
      (error: unknown) => {
        this.#readLog.failed(error, { asset: bucket.asset })
        this.#done(bucket)
      },
    )
  }

  #done(unfinished: Finished | null): void {
    this.#busy = false
    if (unfinished !== null) {
      unfinished.tries += 1
      if (unfinished.tries < MAX_TRIES) this.#later.push(unfinished)
    }
    if (this.#later.length > 0 && this.#timer === null && !this.#stopped) {
      this.#timer = this.#options.clock.after(RETRY, () => this.#retry())
    }
    this.#work()
  }

  #retry(): void {
    this.#timer?.()
    this.#timer = null
    this.#queue.push(...this.#later.splice(0))
    this.#work()
  }

  async #read({ asset, end }: Finished): Promise<boolean> {
    const from = end - TWAP_WINDOW
    const candles = await this.#options.service.candles(asset, 1, millis(from), millis(end))
    const mark = settledMark(candles, end, this.#options.pxPlaces(asset))
    if (mark === null) return false
    this.#known.set(end, { asset, end: millis(end), mark })
    this.#view = [...this.#known.values()].sort((a, b) => b.end - a.end).slice(0, KEPT)
    this.#options.onChange()
    return true
  }
}
