/** What anyone may read of the markets: metadata, tickers, books, trades, candles, settlements, estimates. */

import type { VenueRuntime } from '../core/venue-runtime.ts'
import { moneyText, priceText, readSize, readSlippage, sizeText } from '../market/texts.ts'
import * as face from '../market/types.ts'
import { candles } from '../oracle/index.ts'
import { estimateFor, limitWithin } from './estimate.ts'

const STATION = 'KNYC Central Park, New York'
const DAY = 86_400
const MOST_SETTLEMENTS = 500

export class MarketReads {
  readonly #venue: VenueRuntime

  constructor(venue: VenueRuntime) {
    this.#venue = venue
  }

  markets(): face.MarketInfo[] {
    return this.#venue.state.rules.assets.map((asset, number) => ({
      asset,
      asset_id: number,
      status: this.#venue.state.status(number),
      sz_decimals: 4,
      tick_size: '0.01',
      max_leverage: this.#venue.ledger.maxLeverage,
      station: STATION,
    }))
  }

  bucket() {
    return { ...this.#venue.state.infos(this.#venue.now), server_time: this.#venue.now }
  }

  ticker(asset: string): face.TickerInfo {
    const number = this.#venue.state.number(asset)
    const { bestBid, bestAsk } = this.#venue.exchange.book(number)
    const tape = this.#venue.tape(number)
    return {
      asset,
      mark: priceText(this.#venue.mark),
      oracle: priceText(this.#venue.mark),
      mid: bestBid < 0 || bestAsk < 0 ? null : midText(bestBid + bestAsk),
      bid: bestBid < 0 ? null : priceText(bestBid),
      ask: bestAsk < 0 ? null : priceText(bestAsk),
      last: tape.last()?.px ?? null,
      volume_24h: moneyText(tape.volume(this.#venue.now)),
      open_interest: sizeText(this.#venue.ledger.openInterest(number)),
      prev_day: priceText(this.#venue.oracle.markTicks(this.#venue.second - DAY)),
      status: this.#venue.state.status(number),
      time: this.#venue.now,
    }
  }

  book(asset: string, levels: number): face.BookInfo {
    const book = this.#venue.exchange.book(this.#venue.state.number(asset))
    const side = (isBuy: boolean): face.BookLevel[] =>
      Array.from(book.levels(isBuy, levels), ({ price, lots, count }) => ({
        px: priceText(price),
        sz: sizeText(lots),
        n: count,
      }))
    return { asset, time: this.#venue.now, levels: [side(true), side(false)] }
  }

  recentTrades(asset: string, limit: number): face.PublicTradeInfo[] {
    return this.#venue.tape(this.#venue.state.number(asset)).newest(limit)
  }

  candles(asset: string, resolutionSeconds: number, from: number, to: number): face.CandleInfo[] {
    this.#venue.state.number(asset)
    if (!Number.isSafeInteger(resolutionSeconds) || resolutionSeconds < 1) {
      throw new face.VenueError(
        400,
        'bad_request',
        'A resolution is a whole number of seconds, 1 or more.',
        'resolution',
      )
    }
    const rows = candles(
      this.#venue.oracle,
      resolutionSeconds,
      Math.ceil(from / 1000),
      Math.floor(to / 1000),
      this.#venue.second,
    )
    return rows.map(({ second, open, high, low, close }) => ({
      time: second * 1000,
      open: priceText(open),
      high: priceText(high),
      low: priceText(low),
      close: priceText(close),
    }))
  }

  openInterest() {
    return this.#venue.state.rules.assets.map((asset, number) => ({
      asset,
      open_interest: sizeText(this.#venue.ledger.openInterest(number)),
      cap: sizeText(this.#venue.exchange.openInterestCap),
    }))
  }

  settlements(limit: number) {
    const { assets, bucketSeconds } = this.#venue.state.rules
    const length = bucketSeconds * 1000
    return Array.from({ length: Math.max(0, Math.min(limit, MOST_SETTLEMENTS)) }, (_, i) => {
      const end = this.#venue.state.bucket.start - i * length
      const number = (end - length) / length
      return { asset: assets[number % assets.length] ?? '', end, mark: priceText(this.#venue.finalMark(end)) }
    })
  }

  stateVersion(asset: string): number {
    return this.#venue.state.version(this.#venue.state.number(asset))
  }

  estimate(asset: string, isBuy: boolean, size: string, slippagePct: string): face.Estimate {
    const book = this.#venue.exchange.book(this.#venue.state.number(asset))
    const limit = limitWithin(book, this.#venue.mark, isBuy, readSlippage(slippagePct))
    return estimateFor(book, isBuy, readSize(size), limit)
  }
}

/** The middle of two ticks given their sum: half ticks are shown. */
const midText = (sum: number): string => (sum % 2 === 0 ? priceText(sum / 2) : `${priceText((sum - 1) / 2)}5`)
