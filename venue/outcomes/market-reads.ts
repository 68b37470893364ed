/** Public reads of the outcome markets: questions with their outcomes, prices, books, trades, price history. */

import { CERTAIN } from '../ledger/index.ts'
import {
  type Amount,
  type BookInfo,
  bookInfo,
  FamilyReads,
  type PublicTradeInfo,
  probabilityText,
} from '../market/index.ts'
import { HISTORY_STEP } from './listed.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf, coinOf } from './shares.ts'

/** Minimum history in seconds, and the distance of points from before the market was listed. */
const SPAN = 8 * 86_400

const EARLY_STEP = 1800

export abstract class OutcomeReads extends FamilyReads<OutcomeMarket> {
  meta() {
    return this.market.listed().map(({ spec, question, state, winner }) => ({
      outcomeId: spec.id,
      name: spec.name,
      /** `coin`: `#` and 10 × outcomeId + index. */
      sides: spec.sides.map((name, index) => ({ index, name, coin: coinOf(assetOf(spec.id, index)) })),
      expiry: question.expiry,
      /** Paid out: trading has ended. */
      expired: state === 'expired',
      /** Expired and not paid out yet. */
      settling: state === 'settling',
      /** The winning side, after the payout. */
      winner,
      questions: [
        {
          id: question.id,
          title: question.title,
          rules: question.rules,
          /** Whether exactly one outcome of the question wins: then shares can be negated and the question merged. */
          exclusive: question.exclusive,
          outcomes: question.outcomes.map(({ id }) => id),
        },
      ],
      sz_decimals: 2,
      tick_size: '0.001',
    }))
  }

  /** Price of every side by coin: the midpoint of its book, the fair price while a side is empty; 0 or 1 after the payout. */
  prices(): Record<string, Amount> {
    const prices: Record<string, Amount> = {}
    for (const listed of this.market.listed()) {
      for (const side of listed.spec.sides.keys()) {
        prices[coinOf(assetOf(listed.spec.id, side))] = probabilityText(this.market.prices.of(listed, side))
      }
    }
    return prices
  }

  /** @throws VenueError `unknown_coin` */
  book(coin: string, levels: number): BookInfo {
    const { listed, side } = this.market.coin(coin)
    const about = { asset: coin, time: this.market.host.now() }
    return bookInfo('outcome', listed.books.book(side), levels, about, listed.books.mirrored(side))
  }

  recentTrades(coin: string, limit: number): PublicTradeInfo[] {
    const { listed, side } = this.market.coin(coin)
    return listed.books.tapes[side]?.newest(limit) ?? []
  }

  /** At least 7 days by coin, oldest first, up to now or the expiry. */
  priceHistory(coins: readonly string[]): Record<string, { time: number; price: Amount }[]> {
    return Object.fromEntries(coins.map((coin) => [coin, priceHistory(this.market, coin)]))
  }

  /** Incremented when prepared actions on the market become stale. */
  stateVersion(outcomeId: number): number {
    return this.market.outcome(outcomeId).version
  }
}

export type OutcomeInfo = ReturnType<OutcomeReads['meta']>[number]

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
