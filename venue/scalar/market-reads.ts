/** Public reads of the scalar markets: metadata, tickers, books, trades, candles, settlements, estimates. */
import type { OrderBook } from '../engine.ts'
import {
  type BookInfo,
  bookInfo,
  type CandleInfo,
  type Estimate,
  estimateOf,
  FamilyReads,
  moneyText,
  type PublicTradeInfo,
  priceText,
  readSize,
  readSlippage,
  sizeText,
  touchOf,
  VenueError,
} from '../market/index.ts'
import { candles } from '../oracle.ts'
import { STATION } from '../weather.ts'
import type { ScalarMarket } from './market.ts'

/** The slippage bound, in millionths, is relative to the midpoint of the book, or to the mark while a side is empty. */
function limitWithin(book: OrderBook, markTicks: number, isBuy: boolean, slippage: number): number {
  const twice = book.bestBid >= 0 && book.bestAsk >= 0 ? book.bestBid + book.bestAsk : 2 * markTicks
  const scaled = twice * (isBuy ? 1_000_000 + slippage : 1_000_000 - slippage)
  const limit = isBuy ? Math.floor(scaled / 2_000_000) : Math.ceil(scaled / 2_000_000)
  return Math.max(1, limit)
}

const DAY = 86_400
const MAX_SETTLEMENTS = 500

export abstract class ScalarReads extends FamilyReads<ScalarMarket> {
  markets() {
    return this.market.state.rules.assets.map((asset, number) => ({
      asset,
      asset_id: number,
      status: this.market.state.status(number),
      sz_decimals: 4,
      tick_size: '0.01',
      max_leverage: this.market.host.ledger.maxLeverage,
      station: `${STATION.id} ${STATION.name}`,
    }))
  }

  bucket() {
    return { ...this.market.state.infos(this.market.host.now()), server_time: this.market.host.now() }
  }

  ticker(asset: string) {
    const number = this.market.state.number(asset)
    const tape = this.market.tape(number)
    return {
      asset,
      mark: priceText(this.market.mark),
      oracle: priceText(this.market.mark),
      ...touchOf('scalar', this.market.exchange.book(number)),
      last: tape.last()?.px ?? null,
      volume_24h: moneyText(tape.volume(this.market.host.now())),
      open_interest: sizeText(this.market.host.ledger.openInterest(number)),
      prev_day: priceText(this.market.host.oracle.markTicks(this.market.second - DAY)),
      status: this.market.state.status(number),
      time: this.market.host.now(),
    }
  }

  book(asset: string, levels: number): BookInfo {
    const book = this.market.exchange.book(this.market.state.number(asset))
    return bookInfo('scalar', book, levels, { asset, time: this.market.host.now() })
  }

  recentTrades(asset: string, limit: number): PublicTradeInfo[] {
    return this.market.tape(this.market.state.number(asset)).newest(limit)
  }

  /** Candles of the mark, oldest first; works for times before the venue started (the oracle is a function of seed and time). */
  candles(asset: string, resolutionSeconds: number, from: number, to: number): CandleInfo[] {
    this.market.state.number(asset)
    if (!Number.isSafeInteger(resolutionSeconds) || resolutionSeconds < 1) {
      throw new VenueError(400, 'bad_request', 'A resolution is a whole number of seconds, 1 or more.', 'resolution')
    }
    const rows = candles(
      this.market.host.oracle,
      resolutionSeconds,
      Math.ceil(from / 1000),
      Math.floor(to / 1000),
      this.market.second,
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
    return this.market.state.rules.assets.map((asset, number) => ({
      asset,
      open_interest: sizeText(this.market.host.ledger.openInterest(number)),
      cap: sizeText(this.market.exchange.openInterestCap),
    }))
  }

  /** Past settlements, newest first. */
  settlements(limit: number) {
    const { assets, bucketSeconds } = this.market.state.rules
    const length = bucketSeconds * 1000
    return Array.from({ length: Math.max(0, Math.min(limit, MAX_SETTLEMENTS)) }, (_, i) => {
      const end = this.market.state.bucket.start - i * length
      const number = (end - length) / length
      return { asset: assets[number % assets.length] ?? '', end, mark: priceText(this.market.finalMark(end)) }
    })
  }

  /** Incremented when prepared actions on the asset become stale (status, bucket; not each trade). */
  stateVersion(asset: string): number {
    return this.market.state.version(this.market.state.number(asset))
  }

  estimate(asset: string, isBuy: boolean, size: string, slippagePct: string): Estimate {
    const book = this.market.exchange.book(this.market.state.number(asset))
    const limit = limitWithin(book, this.market.mark, isBuy, readSlippage(slippagePct))
    return estimateOf('scalar', book, isBuy, readSize(size), limit)
  }
}
