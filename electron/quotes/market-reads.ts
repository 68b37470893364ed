/** How the price of a market that no window shows is read: coins by their history, a hundred at a time, assets by their ticker. */
import { isCoin } from '../../contract/outcome.ts'
import { type Clock, millis } from '../../contract/time.ts'
import type { Feed } from '../feed/index.ts'
import type { Log } from '../log/index.ts'
import { FOR, isAbsent, ReadLog, type TradingService } from '../service/index.ts'
import type { LastPriceStore } from './last-price-store.ts'
import { pointsOf, quoteOfHistory, trendOf } from './past.ts'
import { keyOf, type Sweepable } from './sweep.ts'

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
