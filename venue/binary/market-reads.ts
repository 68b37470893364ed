/** Public reads of the binary markets: metadata, phase, bucket, tickers, books, trades, candles, settlements. */
import { fromUnits } from '../../contract/decimal.ts'
import { bucketAt } from '../buckets.ts'
import { CERTAIN } from '../ledger/index.ts'
import {
  type BookInfo,
  bookInfo,
  type CandleInfo,
  FamilyReads,
  type PublicTradeInfo,
  priceText,
  probabilityText,
  sharesText,
  touchOf,
  VenueError,
} from '../market/index.ts'
import { fairUp, phaseAt } from './bucket.ts'
import { OPEN_INTEREST_CAP } from './checks.ts'
import type { BinaryDirection } from './interface.ts'
import { BINARY_ASSETS, type BinaryMarket, FIRST_BINARY_ID } from './market.ts'

const MAX_CANDLES = 2000

/** Prices sampled per candle. */
const SAMPLES = 6

const MAX_SETTLEMENTS = 500

export abstract class BinaryReads extends FamilyReads<BinaryMarket> {
  markets() {
    return BINARY_ASSETS.map((asset, number) => ({
      asset,
      /** For the canonical order action. */
      asset_id: FIRST_BINARY_ID + number,
      status: this.market.status(number),
      /** Deciding mark, on a half tick (`570.005`); null until the asset's bucket starts. */
      midpoint: this.market.bucket.asset === number ? midpointText(this.market.midpoint(this.market.bucket)) : null,
      sz_decimals: 2,
      tick_size: '0.001',
      /** Exactly 2: any other is refused. */
      leverage: 2,
    }))
  }

  status() {
    const market = this.market
    const left = market.cutoff - market.host.now()
    return {
      paused: market.forced(market.bucket.asset) === 'paused',
      active_asset: market.name(market.bucket.asset),
      phase: market.phase,
      entry_cutoff: market.cutoff,
      /** 0 after the cutoff. */
      seconds_to_cutoff: Math.max(0, Math.ceil(left / 1000)),
    }
  }

  bucket() {
    const market = this.market
    const { bucket, phase } = phaseAt(market.rules, market.host.now())
    return {
      asset: market.name(bucket.asset),
      start: bucket.start,
      end: bucket.end,
      phase,
      midpoint: midpointText(market.midpoint(bucket)),
      server_time: market.host.now(),
    }
  }

  ticker(asset: string) {
    const number = this.market.number(asset)
    return {
      asset,
      /** Fair probability of UP. */
      mark: probabilityText(this.market.markOf(number)),
      ...touchOf('binary', this.market.exchange.book(number)),
      last: this.market.exchange.tapes[number]?.last()?.px ?? null,
      /** Contracts. */
      open_interest: sharesText(this.market.exchange.positions.openInterest(number)),
      status: this.market.status(number),
      time: this.market.host.now(),
    }
  }

  book(asset: string, levels: number): BookInfo {
    const book = this.market.exchange.book(this.market.number(asset))
    return bookInfo('binary', book, levels, { asset, time: this.market.host.now() })
  }

  recentTrades(asset: string, limit: number): PublicTradeInfo[] {
    return this.market.exchange.tapes[this.market.number(asset)]?.newest(limit) ?? []
  }

  /** Candles of the fair price of UP in the asset's own buckets, oldest first; also for times before the venue started. */
  candles(asset: string, resolutionSeconds: number, from: number, to: number): CandleInfo[] {
    return markCandles(this.market, this.market.number(asset), resolutionSeconds, from, to)
  }

  /** Past settlements, newest first. */
  settlements(limit: number) {
    const { rules, bucket: present } = this.market
    const count = Math.max(0, Math.min(limit, MAX_SETTLEMENTS))
    return Array.from({ length: count }, (_, i) => {
      const bucket = bucketAt(rules, present.start - 1 - i * rules.bucketSeconds * 1000)
      const result: BinaryDirection = this.market.endsAbove(bucket) ? 'UP' : 'DOWN'
      return {
        asset: this.market.name(bucket.asset),
        end: bucket.end,
        midpoint: midpointText(this.market.midpoint(bucket)),
        mark: priceText(this.market.finalMark(bucket)),
        result,
      }
    })
  }

  openInterest() {
    return BINARY_ASSETS.map((asset, number) => ({
      asset,
      /** Contracts, like the cap. */
      open_interest: sharesText(this.market.exchange.positions.openInterest(number)),
      cap: sharesText(OPEN_INTEREST_CAP),
    }))
  }

  /** Incremented when prepared actions on the asset become stale: phase, bucket, status. */
  stateVersion(asset: string): number {
    return this.market.version(this.market.number(asset))
  }
}

/** Half ticks of the mark as text: 114001 → `570.005`. */
const midpointText = (halfTicks: number): string => fromUnits(BigInt(halfTicks) * 5n, 3)

/** Candles that start in [from, to] ms and in a bucket of the asset, oldest first. */
function markCandles(market: BinaryMarket, asset: number, resolution: number, from: number, to: number): CandleInfo[] {
  if (!Number.isSafeInteger(resolution) || resolution < 1) {
    throw new VenueError(400, 'bad_request', 'A resolution is a whole number of seconds, 1 or more.', 'resolution')
  }
  const now = Math.floor(market.host.now() / 1000)
  const last = Math.floor(Math.min(to / 1000, now) / resolution) * resolution
  const earliest = Math.ceil(from / 1000 / resolution) * resolution
  const result: CandleInfo[] = []
  const step = Math.max(1, Math.floor(resolution / SAMPLES))
  const oldest = Math.max(earliest, last - MAX_CANDLES * 2 * Math.max(resolution, 1))
  for (let start = last; start >= oldest && result.length < MAX_CANDLES; start -= resolution) {
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
