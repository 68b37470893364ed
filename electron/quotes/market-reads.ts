/** How the prices of undisplayed markets are read, the longest unread first, and stored. */

import { type Price, padTo, placesOf } from '../../contract/decimal.ts'
import type { Candle } from '../../contract/market.ts'
import { isCoin, type PricePoint } from '../../contract/outcome.ts'
import { type LastPrice, type LastPrices, type Quote, withKnown } from '../../contract/quote.ts'
import { type Clock, type Millis, millis } from '../../contract/time.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import { FOR, isAbsent, ReadLog, type TradingService } from '../service/index.ts'
import { VersionedRows } from '../topics/index.ts'

/** The last price of every market, and which of them a window has not seen yet. */
export class LastPriceStore {
  readonly #rows: VersionedRows<LastPrice>

  /** @param first as for `VersionedRows` */
  constructor(first: number) {
    this.#rows = new VersionedRows(first)
  }

  get version(): number {
    return this.#rows.version
  }

  get(asset: string): LastPrice | null {
    return this.#rows.get(asset) ?? null
  }

  /** Takes a quote of the feed; null for none. */
  putLive(asset: string, quote: Quote | null): void {
    if (quote === null) return
    const before = this.get(asset)
    this.#rows.set(asset, { quote: withKnown(quote, before?.quote ?? null), trend: before?.trend ?? null })
  }

  /** Takes the price of a read unless a later one is stored; null for none. */
  putRead(asset: string, quote: Quote | null, trend: LastPrice['trend'] = null): void {
    const before = this.get(asset)
    const newest = newer(before?.quote ?? null, quote)
    if (newest !== null) this.#rows.set(asset, { quote: newest, trend: trend ?? before?.trend ?? null })
  }

  /** Drops markets that are no longer listed. */
  keepOnly(listed: readonly string[]): void {
    this.#rows.keepOnly(listed)
  }

  /** Turns pending changes into a new version; false without changes. */
  bump(): boolean {
    return this.#rows.bump()
  }

  /** Changes after a version; the complete list for a version that is not of this store. */
  since(since: number): LastPrices {
    const { version, whole, rows } = this.#rows.since(since)
    return { version, whole, prices: rows }
  }
}

/** The later of two quotes. */
function newer(before: Quote | null, now: Quote | null): Quote | null {
  if (before === null || now === null) return now ?? before
  const isOlder = now.time !== null && before.time !== null && now.time < before.time
  return isOlder ? withKnown(before, now) : withKnown(now, before)
}

const DAY = 24 * 3_600_000
/** Maximum number of points of a sparkline. */
const MAX_POINTS = 48

/**
 * The latest point of a coin as a quote; null without any.
 * @param tick null where the service does not report it
 * @param serverNow the service's time; null until it is measured
 */
export function quoteOfHistory(
  asset: string,
  points: readonly PricePoint[],
  at: { readonly tick: Price | null; readonly serverNow: number; readonly receivedAt: Millis },
): Quote | null {
  const last = points.at(-1)
  if (last === undefined) return null
  const places = at.tick === null ? 0 : placesOf(at.tick)
  const written = (price: Price): Price => padTo(price, places) as Price
  const first = points.length > 1 ? points[0] : undefined
  const dayAgo = points.findLast(({ time }) => time <= at.serverNow - DAY) ?? first
  return {
    asset,
    mark: written(last.price),
    mid: null,
    bid: null,
    ask: null,
    last: null,
    prevDay: dayAgo === undefined ? null : written(dayAgo.price),
    volume24h: null,
    openInterest: null,
    depth: null,
    time: last.time,
    receivedAt: at.receivedAt,
    stale: false,
  }
}

/** The last day's points, thinned evenly to the size of a sparkline; the latest is always included. */
export function trendOf(points: readonly PricePoint[], serverNow: number): readonly PricePoint[] {
  const inside = points.filter(({ time }) => time > serverNow - DAY)
  const step = Math.ceil(inside.length / MAX_POINTS)
  return step <= 1 ? inside : inside.filter((_, i) => (inside.length - 1 - i) % step === 0)
}

/** A market's last price and last day, from a history. Pure. */
const pointsOf = (candles: readonly Candle[]): readonly PricePoint[] =>
  candles.map(({ time, close }) => ({ time, price: close }))

interface MarketReadsOptions {
  readonly service: Pick<TradingService, 'for'>
  readonly feed: Pick<Feed, 'outcome' | 'scalarList' | 'binaryView' | 'outcomesView' | 'families' | 'clockOffset'>
  readonly clock: Pick<Clock, 'now'>
  readonly store: LastPriceStore
  readonly log: Log
}

/** A sparkline of marks: seconds per point, and its length. */
const TREND = { resolution: 300, span: 4 * 3_600_000 } as const
/** What is read of a coin and of an asset, and at which interval, ms. */
const COIN = [{ of: 'history', every: 30_000 }] as const
const ASSET = [
  { of: 'ticker', every: 30_000 },
  { of: 'trend', every: 300_000 },
] as const

/** Reads the price of undisplayed markets: coins by their history, a hundred at a time, assets by their ticker. */
export class MarketReads {
  readonly #options: MarketReadsOptions
  readonly #readLog: ReadLog
  /** Reads that the service does not serve: tickers and candles may be for scalar markets only. */
  readonly #notServed = new Set<string>()

  constructor(options: MarketReadsOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'last prices')
  }

  /** Every market that can still trade, by its name in the feed. */
  listed(): readonly string[] {
    const { feed } = this.#options
    const { scalar, binary, outcomes } = feed.families()
    return [
      ...(scalar ? feed.scalarList().markets : []).map(({ asset }) => asset),
      ...(binary ? feed.binaryView().markets : []).map(({ asset }) => asset),
      ...(outcomes ? feed.outcomesView().markets : [])
        .filter(({ expired }) => !expired)
        .flatMap(({ sides }) => sides.map(({ coin }) => coin)),
    ]
  }

  /** The possible reads of a sweep. */
  sweepable(): readonly Sweepable[] {
    return this.listed()
      .flatMap((asset) => (isCoin(asset) ? COIN : ASSET).map((read) => ({ asset, ...read })))
      .filter((one) => !this.#notServed.has(keyOf(one)))
  }

  async read(markets: readonly Sweepable[]): Promise<void> {
    const [first] = markets
    if (first === undefined) return
    try {
      if (first.of === 'history') await this.#readCoins(markets.map(({ asset }) => asset))
      else if (first.of === 'ticker') await this.#readTicker(first.asset)
      else await this.#readTrend(first.asset)
      this.#readLog.worked()
    } catch (error) {
      if (isAbsent(error)) for (const one of markets) this.#notServed.add(keyOf(one))
      else this.#readLog.failed(error, { asset: first.asset })
    }
  }

  async #readCoins(coins: readonly string[]): Promise<void> {
    const { service, feed, clock, store } = this.#options
    const history = await service.for(FOR.market).outcomePriceHistory(coins)
    const serverNow = clock.now() + feed.clockOffset()
    for (const coin of coins) {
      const points = history[coin] ?? []
      const tick = feed.outcome(coin)?.market.tickSize ?? null
      const quote = quoteOfHistory(coin, points, { tick, serverNow, receivedAt: clock.now() })
      store.putRead(coin, quote, points.length === 0 ? null : trendOf(points, serverNow))
    }
  }

  async #readTicker(asset: string): Promise<void> {
    const { service, clock, store } = this.#options
    const ticker = await service.for(FOR.market).ticker(asset)
    const { temperature: _t, oracle: _o, status: _s, ...quote } = ticker
    store.putRead(asset, { ...quote, depth: null, receivedAt: clock.now(), stale: false })
  }

  async #readTrend(asset: string): Promise<void> {
    const { service, feed, clock, store } = this.#options
    const isBinary = feed.binaryView().markets.some((market) => market.asset === asset)
    const reads = service.for(FOR.market)
    const read = isBinary ? reads.binaryCandles : reads.candles
    const serverNow = millis(Math.round(clock.now() + feed.clockOffset()))
    const candles = await read(asset, TREND.resolution, millis(serverNow - TREND.span), serverNow)
    store.putRead(asset, null, trendOf(pointsOf(candles), serverNow))
  }
}

/** A possible read of a market. */
export interface Sweepable {
  readonly asset: string
  /** Histories are read together with others. */
  readonly of: 'history' | 'ticker' | 'trend'
  /** Minimum interval of reads, ms. */
  readonly every: number
}

/**
 * Reads the prices of unwatched markets: the longest unread first, at most five reads a second, and none while requests wait for the rate limit
 * (docs/service/limits.md#sweep).
 */
export const keyOf = ({ asset, of }: Sweepable): string => `${of}/${asset}`

interface SweepOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** All possible reads; called when a round begins. */
  readonly markets: () => readonly Sweepable[]
  /** Performs reads that belong together; it logs its own failures. */
  readonly read: (markets: readonly Sweepable[]) => Promise<void>
  /** Whether requests wait for the rate limit. */
  readonly isHeldBack: () => boolean
}

/** Reads per second. */
const MAX_READS = 5
export const SWEEP_GAP = 1000 / MAX_READS
/** Histories in one read (docs/service/outcomes.md#price-history). */
const MAX_TOGETHER = 100
/** Maximum number of simultaneous reads. */
const MAX_UNDER_WAY = 3

/** A time before every other, ms. */
const NEVER = -1e12

export class Sweep {
  readonly #options: SweepOptions
  readonly #readAt = new Map<string, number>()
  #due: Sweepable[] = []
  #underWay = 0

  constructor(options: SweepOptions) {
    this.#options = options
  }

  /** Makes at most one read; called every `SWEEP_GAP`. */
  turn(): void {
    const { isHeldBack, read, clock } = this.#options
    if (this.#underWay >= MAX_UNDER_WAY || isHeldBack()) return
    if (this.#due.length === 0) this.#due = this.#round()
    const next = this.#take()
    if (next.length === 0) return
    for (const one of next) this.#readAt.set(keyOf(one), clock.monotonic())
    this.#underWay += 1
    const ended = (): void => {
      this.#underWay -= 1
    }
    // A synchronous error ends a read like any other.
    Promise.resolve()
      .then(() => read(next))
      .then(ended, ended)
  }

  /** Reads that are due, longest ago first. */
  #round(): Sweepable[] {
    const now = this.#options.clock.monotonic()
    const markets = this.#options.markets()
    const keys = new Set(markets.map(keyOf))
    for (const key of this.#readAt.keys()) if (!keys.has(key)) this.#readAt.delete(key)
    const readAt = (one: Sweepable): number => this.#readAt.get(keyOf(one)) ?? NEVER
    return markets.filter((one) => now - readAt(one) >= one.every).sort((a, b) => readAt(a) - readAt(b))
  }

  /** The first due read, with others that are combined with it. */
  #take(): readonly Sweepable[] {
    const [first] = this.#due
    if (first === undefined) return []
    if (first.of !== 'history') return this.#due.splice(0, 1)
    const taken: Sweepable[] = []
    const rest: Sweepable[] = []
    for (const market of this.#due) {
      const fits = market.of === first.of && taken.length < MAX_TOGETHER
      if (fits) taken.push(market)
      else rest.push(market)
    }
    this.#due = rest
    return taken
  }
}
