/** What anyone may read of the outcome markets: questions with their outcomes, prices, books, trades, price history. */
import {
  type Amount,
  type BookInfo,
  type PublicTradeInfo,
  probabilityLevels,
  probabilityText,
} from '../market/index.ts'
import { priceHistory } from './history.ts'
import type { OutcomeInfo } from './interface.ts'
import type { OutcomeMarket } from './market.ts'
import { assetOf, coinOf } from './shares.ts'

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
    const of = (isBuy: boolean) => probabilityLevels(book, isBuy, levels, listed.books.mirrored(side))
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
