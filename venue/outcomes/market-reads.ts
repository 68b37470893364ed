/** Public reads of the outcome markets: questions with their outcomes, prices, books, trades, price history. */

import { CERTAIN } from '../ledger/index.ts'
import { type Amount, type BookInfo, bookLevels, type PublicTradeInfo, probabilityText } from '../market/index.ts'
import type { OutcomeInfo } from './interface.ts'
import { HISTORY_STEP } from './listed.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf, coinOf } from './shares.ts'

/** Minimum history in seconds, and the distance of points from before the market was listed. */
const SPAN = 8 * 86_400

const EARLY_STEP = 1800

export class OutcomeReads {
  protected readonly market: OutcomeMarket

  constructor(market: OutcomeMarket) {
    this.market = market
  }

  meta(): OutcomeInfo[] {
    return this.market.listed().map(({ spec, question, state, winner }) => ({
      outcomeId: spec.id,
      name: spec.name,
      sides: spec.sides.map((name, index) => ({ index, name, coin: coinOf(assetOf(spec.id, index)) })),
      expiry: question.expiry,
      expired: state === 'expired',
      settling: state === 'settling',
      winner,
      questions: [
        {
          id: question.id,
          title: question.title,
          rules: question.rules,
          exclusive: question.exclusive,
          outcomes: question.outcomes.map(({ id }) => id),
        },
      ],
      sz_decimals: 2,
      tick_size: '0.001',
    }))
  }

  prices(): Record<string, Amount> {
    const prices: Record<string, Amount> = {}
    for (const listed of this.market.listed()) {
      for (const side of listed.spec.sides.keys()) {
        prices[coinOf(assetOf(listed.spec.id, side))] = probabilityText(this.market.prices.of(listed, side))
      }
    }
    return prices
  }

  book(coin: string, levels: number): BookInfo {
    const { listed, side } = this.market.coin(coin)
    const book = listed.books.book(side)
    const of = (isBuy: boolean) => bookLevels('outcome', book, isBuy, levels, listed.books.mirrored(side))
    return { asset: coin, time: this.market.host.now(), levels: [of(true), of(false)] }
  }

  recentTrades(coin: string, limit: number): PublicTradeInfo[] {
    const { listed, side } = this.market.coin(coin)
    return listed.books.tapes[side]?.newest(limit) ?? []
  }

  priceHistory(coins: readonly string[]): Record<string, { time: number; price: Amount }[]> {
    return Object.fromEntries(coins.map((coin) => [coin, priceHistory(this.market, coin)]))
  }

  stateVersion(outcomeId: number): number {
    return this.market.outcome(outcomeId).version
  }
}

/** Oldest first, up to now or the expiry; the last point is the current price. */
function priceHistory(market: OutcomeMarket, coin: string): { time: number; price: string }[] {
  const { listed, side } = market.coin(coin)
  const end = Math.min(Math.floor(market.host.now() / 1000), listed.question.expiry / 1000)
  const kept = listed.history
  const first = kept[0]?.second ?? end
  const points: { time: number; price: string }[] = []
  const oldest = Math.ceil((end - SPAN) / EARLY_STEP) * EARLY_STEP
  // Half-hour steps at first, then five minutes in the last hours, like the stored history.
  for (let second = oldest; second < first; second += first - second > 6 * 3600 ? EARLY_STEP : HISTORY_STEP) {
    const fair = market.prices.fair(listed.question, second)[listed.place]?.[side] ?? 0
    const ticks = Math.max(1, Math.min(CERTAIN - 1, Math.round(fair * CERTAIN)))
    points.push({ time: second * 1000, price: probabilityText(ticks) })
  }
  for (const { second, ticks } of kept) points.push({ time: second * 1000, price: probabilityText(ticks[side] ?? 0) })
  if (listed.state === 'open' && (kept.at(-1)?.second ?? 0) < end) {
    points.push({ time: end * 1000, price: probabilityText(market.prices.of(listed, side)) })
  }
  return points
}
