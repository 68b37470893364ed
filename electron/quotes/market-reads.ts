/** How the prices of markets that no window shows are read, the longest unread first, and kept. */

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

  /** @param first as of `VersionedRows` */
  constructor(first: number) {
    this.#rows = new VersionedRows(first)
  }

  get version(): number {
    return this.#rows.version
  }

  get(asset: string): LastPrice | null {
    return this.#rows.get(asset) ?? null
  }

  /** What the feed tells; null is nothing. */
  putLive(asset: string, quote: Quote | null): void {
    if (quote === null) return
    const before = this.get(asset)
    this.#rows.set(asset, { quote: withKnown(quote, before?.quote ?? null), trend: before?.trend ?? null })
  }

  /** What a read tells: its price unless one of a later time is held; null reads none. */
  putRead(asset: string, quote: Quote | null, trend: LastPrice['trend'] = null): void {
    const before = this.get(asset)
    const newest = newer(before?.quote ?? null, quote)
    if (newest !== null) this.#rows.set(asset, { quote: newest, trend: trend ?? before?.trend ?? null })
  }

  /** Forgets markets that are not listed any more. */
  keepOnly(listed: readonly string[]): void {
    this.#rows.keepOnly(listed)
  }

  /** Makes what changed a new version; false where nothing did. */
  bump(): boolean {
    return this.#rows.bump()
  }

  /** What changed after a version; all there is where that is none of this store. */
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
/** A sparkline shows no more. */
const MOST_POINTS = 48

/**
 * The newest point of a coin as a quote; null without any.
 * @param tick null where the service does not say it
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

/** The last day's points, thinned evenly where there are more than a sparkline shows; the newest is always there. */
export function trendOf(points: readonly PricePoint[], serverNow: number): readonly PricePoint[] {
  const inside = points.filter(({ time }) => time > serverNow - DAY)
  const step = Math.ceil(inside.length / MOST_POINTS)
  return step <= 1 ? inside : inside.filter((_, i) => (inside.length - 1 - i) % step === 0)
}

/** What a history says of a market's last price and of its last day. Pure. */
const pointsOf = (candles: readonly Candle[]): readonly PricePoint[] =>
  candles.map(({ time, close }) => ({ time, price: close }))

interface MarketReadsOptions {
  readonly service: Pick<TradingService, 'for'>
  readonly feed: Pick<Feed, 'outcome' | 'scalarList' | 'binaryView' | 'outcomesView' | 'families' | 'clockOffset'>
  readonly clock: Pick<Clock, 'now'>
  readonly store: LastPriceStore
  readonly log: Log
}

/** A sparkline of marks: so many seconds a point, so far back. */
const TREND = { resolution: 300, span: 4 * 3_600_000 } as const
/** What is read of a coin and of an asset, and after how long again, ms. */
const COIN = [{ of: 'history', every: 30_000 }] as const
const ASSET = [
  { of: 'ticker', every: 30_000 },
  { of: 'trend', every: 300_000 },
] as const

/** How the price of a market that no window shows is read: coins by their history, a hundred at a time, assets by their ticker. */
export class MarketReads {
  readonly #options: MarketReadsOptions
  readonly #readLog: ReadLog
  /** What the service does not serve: tickers and candles may be for scalar markets alone. */
  readonly #notServed = new Set<string>()

  constructor(options: MarketReadsOptions) {
    this.#options = options
    this.#readLog = new ReadLog(options.log, 'last prices')
  }

  /** Every market that can still trade, by what it is called in the feed. */
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

  /** What a sweep may read of them. */
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

/** Something of a market that can be read. */
export interface Sweepable {
  readonly asset: string
  /** Histories are read together with others. */
  readonly of: 'history' | 'ticker' | 'trend'
  /** It is not read again before, ms. */
  readonly every: number
}

/**
 * Reads the prices of markets that nobody looks at: the one that was read longest ago first, at most five reads a second, and none while
 * requests wait for the service's limit (docs/service/limits.md#sweep).
 */
export const keyOf = ({ asset, of }: Sweepable): string => `${of}/${asset}`

interface SweepOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** All that may be read now; asked for when a round begins. */
  readonly markets: () => readonly Sweepable[]
  /** Reads these, which belong together; what it rejects with is logged by it. */
  readonly read: (markets: readonly Sweepable[]) => Promise<void>
  /** Whether requests wait for the service's limit. */
  readonly isHeldBack: () => boolean
}

/** Reads a second. */
const MOST_READS = 5
export const SWEEP_GAP = 1000 / MOST_READS
/** Histories in one read (docs/service/outcomes.md#price-history). */
const MOST_TOGETHER = 100
/** Reads under way at once. */
const MOST_UNDER_WAY = 3

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

  /** Makes one read at most; called every `SWEEP_GAP`. */
  turn(): void {
    const { isHeldBack, read, clock } = this.#options
    if (this.#underWay >= MOST_UNDER_WAY || isHeldBack()) return
    if (this.#due.length === 0) this.#due = this.#round()
    const next = this.#take()
    if (next.length === 0) return
    for (const one of next) this.#readAt.set(keyOf(one), clock.monotonic())
    this.#underWay += 1
    const ended = (): void => {
      this.#underWay -= 1
    }
    // What throws at once has ended like any other read.
    Promise.resolve()
      .then(() => read(next))
      .then(ended, ended)
  }

  /** What was not read for a while, longest ago first. */
  #round(): Sweepable[] {
    const now = this.#options.clock.monotonic()
    const markets = this.#options.markets()
    const keys = new Set(markets.map(keyOf))
    for (const key of this.#readAt.keys()) if (!keys.has(key)) this.#readAt.delete(key)
    const readAt = (one: Sweepable): number => this.#readAt.get(keyOf(one)) ?? NEVER
    return markets.filter((one) => now - readAt(one) >= one.every).sort((a, b) => readAt(a) - readAt(b))
  }

  /** The first that is due, with the next ones that are read together with it. */
  #take(): readonly Sweepable[] {
    const [first] = this.#due
    if (first === undefined) return []
    if (first.of !== 'history') return this.#due.splice(0, 1)
    const taken: Sweepable[] = []
    const rest: Sweepable[] = []
    for (const market of this.#due) {
      const fits = market.of === first.of && taken.length < MOST_TOGETHER
      if (fits) taken.push(market)
      else rest.push(market)
    }
    this.#due = rest
    return taken
  }
}
