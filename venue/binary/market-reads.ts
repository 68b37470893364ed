/** What anyone may read of the binary markets: metadata, phase, bucket, tickers, books, trades, candles, settlements. */
import { fromUnits } from '../../contract/decimal.ts'
import { bucketAt } from '../buckets/index.ts'
import {
  type BookInfo,
  type CandleInfo,
  middleText,
  type PublicTradeInfo,
  priceText,
  probabilityLevels,
  probabilityText,
  sharesText,
} from '../market/index.ts'
import { markCandles } from './candles.ts'
import { OPEN_INTEREST_CAP } from './checks.ts'
import type {
  BinaryBucketInfo,
  BinaryDirection,
  BinaryMarketInfo,
  BinaryStatusInfo,
  BinaryTickerInfo,
} from './interface.ts'
import { BINARY_ASSETS, type BinaryMarket, FIRST_BINARY_ID } from './market.ts'
import { phaseAt } from './phases.ts'

const MOST_SETTLEMENTS = 500

export class BinaryReads {
  protected readonly market: BinaryMarket

  constructor(market: BinaryMarket) {
    this.market = market
  }

  markets(): BinaryMarketInfo[] {
    return BINARY_ASSETS.map((asset, number) => ({
      asset,
      asset_id: FIRST_BINARY_ID + number,
      status: this.market.status(number),
      midpoint: this.market.bucket.asset === number ? midpointText(this.market.midpoint(this.market.bucket)) : null,
      sz_decimals: 2,
      tick_size: '0.001',
      leverage: 2,
    }))
  }

  status(): BinaryStatusInfo {
    const market = this.market
    const left = market.cutoff - market.host.now()
    return {
      paused: market.forced(market.bucket.asset) === 'paused',
      active_asset: market.name(market.bucket.asset),
      phase: market.phase,
      entry_cutoff: market.cutoff,
      seconds_to_cutoff: Math.max(0, Math.ceil(left / 1000)),
    }
  }

  bucket(): BinaryBucketInfo {
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

  ticker(asset: string): BinaryTickerInfo {
    const number = this.market.number(asset)
    const { bestBid, bestAsk } = this.market.exchange.book(number)
    return {
      asset,
      mark: probabilityText(this.market.markOf(number)),
      mid: bestBid < 0 || bestAsk < 0 ? null : middleText(bestBid + bestAsk),
      bid: bestBid < 0 ? null : probabilityText(bestBid),
      ask: bestAsk < 0 ? null : probabilityText(bestAsk),
      last: this.market.exchange.tapes[number]?.last()?.px ?? null,
      open_interest: sharesText(this.market.exchange.positions.openInterest(number)),
      status: this.market.status(number),
      time: this.market.host.now(),
    }
  }

  book(asset: string, levels: number): BookInfo {
    const book = this.market.exchange.book(this.market.number(asset))
    const side = (isBuy: boolean) => probabilityLevels(book, isBuy, levels, false)
    return { asset, time: this.market.host.now(), levels: [side(true), side(false)] }
  }

  recentTrades(asset: string, limit: number): PublicTradeInfo[] {
    return this.market.exchange.tapes[this.market.number(asset)]?.newest(limit) ?? []
  }

  candles(asset: string, resolutionSeconds: number, from: number, to: number): CandleInfo[] {
    return markCandles(this.market, this.market.number(asset), resolutionSeconds, from, to)
  }

  settlements(limit: number) {
    const { rules, bucket: present } = this.market
    const count = Math.max(0, Math.min(limit, MOST_SETTLEMENTS))
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
      open_interest: sharesText(this.market.exchange.positions.openInterest(number)),
      cap: sharesText(OPEN_INTEREST_CAP),
    }))
  }

  stateVersion(asset: string): number {
    return this.market.version(this.market.number(asset))
  }
}

/** Half ticks of the mark as text: 114001 → `570.005`. */
const midpointText = (halfTicks: number): string => fromUnits(BigInt(halfTicks) * 5n, 3)
