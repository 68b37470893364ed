/** Matches outcome orders and books shares. Callers have checked that the market accepts the order and that the account can pay. */

import { type Order, OrderBook } from '../engine.ts'
import { CERTAIN, ceilDivide, type LedgerAccount, shareValue } from '../ledger/index.ts'
import { type Changes, FamilyExchange, type FamilyHost, fillInfo, Tape, tradeInfo } from '../market/index.ts'
import type { OutcomeEvent } from './interface.ts'
import { coinOf, outcomeOf, Shares, sideOf } from './shares.ts'

/**
 * The books of one outcome. Two sides share one book, kept in prices of side 0: a buy of side 1 at p rests there as a sale at 1 − p. With more sides
 * each has its own.
 */
export class OutcomeBooks {
  readonly books: readonly OrderBook[]
  readonly tapes: readonly Tape[]
  readonly #shared: boolean

  constructor(sides: number) {
    this.#shared = sides === 2
    this.books = Array.from({ length: this.#shared ? 1 : sides }, () => new OrderBook())
    this.tapes = Array.from({ length: sides }, () => new Tape())
  }

  /** @throws RangeError for an unknown side. */
  book(side: number): OrderBook {
    const book = this.books[this.#shared ? 0 : side]
    if (book === undefined) throw new RangeError(`no side ${side}`)
    return book
  }

  /** Whether a side sees its book mirrored. */
  mirrored(side: number): boolean {
    return this.#shared && side === 1
  }
}

/** Fee of a purchase paid in shares; rounded up to a lot, but always less than the size bought. */
const SHARE_FEE_BPS = 7n
const BPS = 10_000n

/** One side of a recorded fill. */
interface Side {
  readonly account: LedgerAccount
  readonly oid: string
  readonly asset: number
  readonly isBuy: boolean
  readonly liquidity: 'maker' | 'taker'
  /** Lots held before the fill. */
  readonly start: number
  /** Lots of a fee paid in shares; otherwise 0, and there is no fee. */
  readonly feeLots: number
}

export class OutcomeExchange extends FamilyExchange {
  readonly shares: Shares
  readonly #books: (outcomeId: number) => OutcomeBooks
  readonly #changes: Changes<OutcomeEvent>

  constructor(host: FamilyHost, books: (outcomeId: number) => OutcomeBooks, changes: Changes<OutcomeEvent>) {
    super(host)
    this.#books = books
    this.#changes = changes
    this.shares = new Shares(host)
  }

  /** An order's book, and whether its side sees it mirrored. */
  place(order: Order): { book: OrderBook; mirrored: boolean } {
    const books = this.#books(outcomeOf(order.asset))
    const side = sideOf(order.asset)
    return { book: books.book(side), mirrored: books.mirrored(side) }
  }

  /** Whether the order buys shares of its own side. */
  buys(order: Order): boolean {
    return order.isBuy !== this.place(order).mirrored
  }

  protected bookOf(order: Order): OrderBook {
    return this.place(order).book
  }

  protected valueOf(taker: Order, price: number, lots: number): bigint {
    return shareValue(this.#own(taker, price), lots)
  }

  protected rested(order: Order, account: LedgerAccount): void {
    if (!account.internal) this.records.of(account).nowResting(order)
    this.#setAside(order, account, order.remaining)
  }

  protected left(order: Order, account: LedgerAccount, lots: number): void {
    if (order.level === null && !account.internal) this.records.of(account).noLongerResting(order)
    this.#setAside(order, account, -lots)
  }

  protected filled(maker: Order, taker: Order, price: number, lots: number, tid: number): void {
    // Buyers first: sellers are paid from what buyers put into escrow.
    this.#fillSide(maker, price, lots, 'maker', tid)
    this.#fillSide(taker, price, lots, 'taker', tid)
    this.#traded(taker, price, lots, tid)
  }

  /** Pays every holder of a side: 1 per share if it won, otherwise nothing. */
  settle(asset: number, won: boolean): void {
    for (const [account, { lots }] of this.shares.holders(asset)) {
      if (lots === 0) continue
      const price = won ? CERTAIN : 0
      const realized = this.shares.sell(account, asset, price, lots)
      const side: Side = {
        account,
        oid: 'settlement',
        asset,
        isBuy: false,
        liquidity: 'taker',
        start: lots,
        feeLots: 0,
      }
      this.#record(side, price, lots, realized, this.host.takeTid())
      this.host.accountChanged(account)
    }
  }

  #fillSide(order: Order, price: number, lots: number, liquidity: 'maker' | 'taker', tid: number): void {
    const account = this.host.ledger.byId(order.owner)
    const own = this.#own(order, price)
    const buys = this.buys(order)
    const start = this.shares.lots(account, order.asset)
    let realized = 0n
    let feeLots = 0
    if (buys) {
      this.shares.buy(account, order.asset, own, lots)
      feeLots = this.#payInShares(account, order.asset, own, lots)
    } else realized = this.shares.sell(account, order.asset, own, lots)
    this.#record(
      { account, oid: String(order.oid), asset: order.asset, isBuy: buys, liquidity, start, feeLots },
      own,
      lots,
      realized,
      tid,
    )
    this.host.accountChanged(account)
  }

  /** Takes the fee of a purchase out of the bought shares, while the quirk is on; reduces the cost of the rest accordingly. @returns its lots */
  #payInShares(account: LedgerAccount, asset: number, ownPrice: number, lots: number): number {
    const { quirks, ledger } = this.host
    if (account.internal || !quirks.has('fees-in-shares')) return 0
    const fee = Math.min(lots - 1, Number(ceilDivide(BigInt(lots) * SHARE_FEE_BPS, BPS)))
    if (fee > 0) this.shares.give(account, ledger.insurance, asset, fee, shareValue(ownPrice, fee))
    return fee
  }

  /** Converts a price of the book into a price of the order's own side. */
  #own(order: Order, price: number): number {
    return this.place(order).mirrored ? CERTAIN - price : price
  }

  #setAside(order: Order, account: LedgerAccount, lots: number): void {
    this.shares.setAside(account, order.asset, this.buys(order), this.#own(order, order.price), lots)
  }

  #record(side: Side, price: number, lots: number, realized: bigint, tid: number): void {
    if (side.account.internal) return
    const fill = { ...side, asset: coinOf(side.asset), price, lots, fee: 0n, realized, tid, time: this.host.now() }
    this.records.of(side.account).addFill(fillInfo('outcome', fill))
  }

  /** Publishes the trade; when two sides share a book, on both: a purchase of No at p is a sale of Yes at 1 − p. */
  #traded(taker: Order, price: number, lots: number, tid: number): void {
    const books = this.#books(outcomeOf(taker.asset))
    const shared = books.books.length === 1
    const own = sideOf(taker.asset)
    for (const side of shared ? [0, 1] : [own]) {
      const ticks = books.mirrored(side) ? CERTAIN - price : price
      const coin = coinOf(taker.asset - own + side)
      const isBuy = taker.isBuy !== books.mirrored(side)
      const trade = tradeInfo('outcome', { coin, isBuy, price: ticks, lots, time: this.host.now(), tid })
      books.tapes[side]?.add(trade, shareValue(ticks, lots))
      this.#changes.each({ kind: 'trade', trade })
    }
    this.bookChanged(taker.asset)
  }

  /** A change of a shared book concerns both sides. */
  protected bookChanged(asset: number): void {
    const books = this.#books(outcomeOf(asset))
    const first = asset - sideOf(asset)
    const sides = books.books.length === 1 ? [first, first + 1] : [asset]
    for (const side of sides) {
      const coin = coinOf(side)
      this.#changes.once(coin, { kind: 'book', coin })
    }
  }
}
