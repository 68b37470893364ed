/** The venue's own traders on outcome markets: the same makers and takers on every book, with the shares they need to sell. */

import { newOrder, type Order, type OrderBook, type TimeInForce } from '../engine.ts'
import { CERTAIN, type LedgerAccount, LOTS_PER_SHARE, shareValue } from '../ledger/index.ts'
import type { FamilyHost } from '../market/index.ts'
import { ProbabilityTraders } from '../market/index.ts'
import { createRandom } from '../random.ts'
import type { OutcomeBooks, OutcomeExchange } from './exchange.ts'
import { assetOf } from './shares.ts'

const MAKERS = 3
const TAKERS = 2
/** Micro-USDH. */
const DEPOSIT = 1_000_000_000_000_000n
const QUOTE_SIZE = 90
/** Takers per second in calm periods, on a market of average activity. */
const ARRIVALS = 0.02
/** Sets that a trader splits at once when it has too few shares to sell, and its minimum stock, lots. */
const SETS = 5000 * LOTS_PER_SHARE

export class OutcomeTraders {
  readonly #host: FamilyHost
  readonly #exchange: OutcomeExchange
  readonly #makers: readonly LedgerAccount[]
  readonly #takers: readonly LedgerAccount[]

  constructor(host: FamilyHost, exchange: OutcomeExchange) {
    this.#host = host
    this.#exchange = exchange
    const hire = (name: string): LedgerAccount => {
      const account = host.ledger.open(name, true)
      account.usdhOutcome = DEPOSIT
      host.ledger.depositedUsdh += DEPOSIT
      return account
    }
    this.#makers = Array.from({ length: MAKERS }, (_, i) => hire(`outcome maker ${i + 1}`))
    this.#takers = Array.from({ length: TAKERS }, (_, i) => hire(`outcome taker ${i + 1}`))
  }

  /** The traders of each book of an outcome: one for two sides, otherwise one per side. */
  open(outcomeId: number, sides: number, interest: number, books: OutcomeBooks): ProbabilityTraders[] {
    return books.books.map((book, side) => this.#ofBook(outcomeId, side, sides, interest, book))
  }

  /** Merges complete sets that a trader does not need. */
  tidy(outcomeId: number, sides: number): void {
    for (const account of [...this.#makers, ...this.#takers]) {
      const assets = Array.from({ length: sides }, (_, side) => assetOf(outcomeId, side))
      const sets = Math.min(...assets.map((asset) => this.#exchange.shares.free(account, asset)))
      const surplus = sides === 2 ? sets : sets - 2 * SETS
      if (surplus <= 0) continue
      for (const asset of assets) this.#exchange.shares.remove(account, asset, surplus)
      this.#exchange.shares.back(account, -surplus)
    }
  }

  #ofBook(outcomeId: number, side: number, sides: number, interest: number, book: OrderBook): ProbabilityTraders {
    const { ledger } = this.#host
    const { shares } = this.#exchange
    const asset = assetOf(outcomeId, side)
    const other = assetOf(outcomeId, 1)
    const paired = sides === 2
    const floor = {
      book,
      inventory: (owner: number): number => {
        const account = ledger.byId(owner)
        const held = shares.lots(account, asset)
        if (paired) return held - shares.lots(account, other)
        const least = Array.from({ length: sides }, (_, s) => shares.lots(account, assetOf(outcomeId, s)))
        return held - Math.min(...least)
      },
      place: (owner: number, isBuy: boolean, price: number, lots: number, tif: TimeInForce): Order => {
        const account = ledger.byId(owner)
        // Selling one of two sides is buying the other; with more sides, it takes shares.
        if (!isBuy && !paired && shares.free(account, asset) < lots) this.#split(account, outcomeId, sides, lots)
        return this.#exchange.execute(
          this.#order(owner, !isBuy && paired ? other : asset, isBuy, price, lots, tif),
          account,
        ).order
      },
      cancel: (order: Order) => this.#exchange.withdraw(order, 'cancelled'),
    }
    return new ProbabilityTraders({
      floor,
      random: createRandom(this.#host.seed, `outcome/${asset}`),
      makers: this.#makers.map(({ id }) => id),
      takers: this.#takers.map(({ id }) => id),
      quoteSize: QUOTE_SIZE * interest,
      arrivals: ARRIVALS * interest,
    })
  }

  #split(account: LedgerAccount, outcomeId: number, sides: number, lots: number): void {
    const made = lots + SETS
    this.#exchange.shares.back(account, made)
    for (let side = 0; side < sides; side++) {
      this.#exchange.shares.add(account, assetOf(outcomeId, side), made, shareValue(CERTAIN / sides, made))
    }
  }

  #order(owner: number, asset: number, isBuy: boolean, price: number, lots: number, tif: TimeInForce): Order {
    const terms = { owner, asset, isBuy, price, lots, tif, reduceOnly: false, cloid: null }
    return newOrder(terms, this.#host.takeOid(), this.#host.now())
  }
}
