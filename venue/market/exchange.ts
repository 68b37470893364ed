/** Matching of a family's orders against its books; the families differ in what a fill and a resting order mean for money and positions. */

import { match, newOrder, type Order, OrderBook, type OrderStatus, type OrderTerms, setStatus } from '../engine.ts'
import type { FillEffect, LedgerAccount, Liquidity } from '../ledger/index.ts'
import { type FamilyHost, FamilyRecords } from './family.ts'
import { fillInfo, TEXTS } from './forms.ts'
import type { LiquidationInfo } from './saved-parts.ts'
import type { Family, PlaceResult } from './types.ts'

/** The part of the host that an exchange uses. */
export type ExchangeHost = Pick<FamilyHost, 'ledger' | 'quirks' | 'now' | 'takeOid' | 'takeTid' | 'accountChanged'>

/** An executed order, and what it traded at once. */
export interface Placed {
  readonly order: Order
  readonly filledLots: number
  /** Micro-units of the quote, in the taker's own prices; of UP for binary orders. */
  readonly filledValue: bigint
}

/** The answer to an order. `cancelled` is an IOC order without a fill; a partial fill is `partially_filled`, resting or not. */
export function placeResult(family: Family, { order, filledLots, filledValue }: Placed): PlaceResult {
  const { size, average } = TEXTS[family]
  const unfilled = order.status === 'cancelled' ? 'cancelled' : 'resting'
  return {
    status: order.remaining === 0 ? 'filled' : filledLots > 0 ? 'partially_filled' : unfilled,
    oid: String(order.oid),
    filled: size(filledLots),
    avg_px: average(filledValue, filledLots),
  }
}

/** Orders of one family: executes, rests and withdraws them, and books fills by the rules of the family. */
export abstract class FamilyExchange {
  readonly records = new FamilyRecords()
  protected readonly host: ExchangeHost
  #filledLots = 0
  #filledValue = 0n

  constructor(host: ExchangeHost) {
    this.host = host
  }

  protected abstract bookOf(order: Order): OrderBook
  protected abstract bookChanged(asset: number): void
  /** Value of lots of the taker at a price of its book. */
  protected abstract valueOf(taker: Order, price: number, lots: number): bigint
  /** Books both sides of a fill. */
  protected abstract filled(maker: Order, taker: Order, price: number, lots: number, tid: number): void
  /** The remainder of an order rests now. */
  protected abstract rested(order: Order, account: LedgerAccount): void
  /** Lots of a resting order left the book. */
  protected abstract left(order: Order, account: LedgerAccount, lots: number): void

  /** An order with an id and the current time, not yet executed. */
  newOrder(terms: OrderTerms): Order {
    return newOrder(terms, this.host.takeOid(), this.host.now())
  }

  /** Executes an order without further checks, in the prices of its book: trades what crosses, rests the remainder of a GTC or ALO order. */
  execute(order: Order, account: LedgerAccount): Placed {
    const book = this.bookOf(order)
    this.records.of(account).addOrder(order)
    this.#filledLots = 0
    this.#filledValue = 0n
    if (order.tif !== 'ALO') match(book, order, this.#matching)
    const placed = { order, filledLots: this.#filledLots, filledValue: this.#filledValue }
    if (order.remaining === 0) setStatus(order, 'filled', this.host.now())
    else if (order.tif === 'IOC') setStatus(order, 'cancelled', this.host.now())
    else {
      setStatus(order, order.remaining < order.lots ? 'partially_filled' : 'resting', this.host.now())
      book.insert(order)
      this.rested(order, account)
      this.bookChanged(order.asset)
    }
    this.host.accountChanged(account)
    return placed
  }

  /** Removes a resting order from its book with a final status. */
  withdraw(order: Order, status: OrderStatus): void {
    const account = this.host.ledger.byId(order.owner)
    this.bookOf(order).remove(order)
    this.left(order, account, order.remaining)
    setStatus(order, status, this.host.now())
    this.bookChanged(order.asset)
    this.host.accountChanged(account)
  }

  readonly #matching = {
    fill: (maker: Order, taker: Order, price: number, lots: number): void => {
      const tid = this.host.takeTid()
      this.#filledLots += lots
      this.#filledValue += this.valueOf(taker, price, lots)
      this.left(maker, this.host.ledger.byId(maker.owner), lots)
      setStatus(maker, maker.remaining === 0 ? 'filled' : 'partially_filled', this.host.now())
      this.filled(maker, taker, price, lots, tid)
    },
    /** A trader's order, while the quirk is on. */
    tradesWithItself: (taker: Order): boolean =>
      this.host.quirks.has('self-trade-one-id') && !this.host.ledger.byId(taker.owner).internal,
    selfTrade: (maker: Order): void => this.withdraw(maker, 'cancelled'),
  }
}

/** One side of a fill. */
interface Side {
  readonly account: LedgerAccount
  readonly oid: string
  readonly isBuy: boolean
  readonly liquidity: Liquidity
}

/** The side that an order takes in a fill. */
export const filledSideOf = ({ oid, isBuy }: Order, account: LedgerAccount, liquidity: Liquidity): Side => ({
  account,
  oid: String(oid),
  isBuy,
  liquidity,
})

/** The positions of a family. */
interface Positions {
  /** Signed lots held. */
  lots(account: LedgerAccount, asset: number): number
  /** Changes the position and the money of an account by a fill. */
  apply(
    account: LedgerAccount,
    asset: number,
    isBuy: boolean,
    price: number,
    lots: number,
    liquidity: Liquidity,
  ): FillEffect
}

/** Exchange of a family with leveraged positions, which can be liquidated: one book for each asset. */
export abstract class LeveragedExchange extends FamilyExchange {
  readonly books: readonly OrderBook[]
  protected readonly assets: readonly string[]
  readonly #family: 'scalar' | 'binary'
  readonly #positions: Positions
  /** The liquidation in progress. */
  #liquidation: LiquidationInfo | null = null

  constructor(host: ExchangeHost, family: 'scalar' | 'binary', assets: readonly string[], positions: Positions) {
    super(host)
    this.#family = family
    this.#positions = positions
    this.assets = assets
    this.books = assets.map(() => new OrderBook())
  }

  /** @throws RangeError for an unknown asset number. */
  book(asset: number): OrderBook {
    const book = this.books[asset]
    if (book === undefined) throw new RangeError(`no ${this.#family} asset ${asset}`)
    return book
  }

  /** Expires every resting order of an asset: the market closed. */
  expireAll(asset: number): void {
    for (const order of this.book(asset).orders()) this.withdraw(order, 'expired')
  }

  protected bookOf(order: Order): OrderBook {
    return this.book(order.asset)
  }

  /** Books and records one side of a fill. */
  protected bookSide(side: Side, asset: number, price: number, lots: number, tid: number): void {
    const { account, isBuy, liquidity } = side
    const start = this.#positions.lots(account, asset)
    const effect = this.#positions.apply(account, asset, isBuy, price, lots, liquidity)
    this.host.accountChanged(account)
    if (account.internal) return
    const time = this.host.now()
    const fill = { ...side, asset: this.assets[asset] ?? '', price, lots, ...effect, tid, time, start }
    this.records.of(account).addFill(fillInfo(this.#family, { ...fill, liquidation: this.#liquidation }))
  }

  /** Pays a position out, without fees. */
  protected payOut(account: LedgerAccount, asset: number, price: number, lots: number): void {
    const side: Side = { account, oid: 'settlement', isBuy: lots < 0, liquidity: 'none' }
    this.bookSide(side, asset, price, Math.abs(lots), this.host.takeTid())
  }

  /** Sells a liquidated position into the book by `order`; the insurance account takes the rest, at the mark, without fees. */
  sellOff(order: Order, account: LedgerAccount, mark: number): void {
    this.#liquidation = { account: account.address, mark: TEXTS[this.#family].price(mark) }
    this.execute(order, account)
    const { asset } = order
    const held = this.#positions.lots(account, asset)
    if (held !== 0) {
      const tid = this.host.takeTid()
      for (const party of [account, this.host.ledger.insurance]) {
        const isBuy = held < 0 === (party === account)
        this.bookSide(
          { account: party, oid: 'liquidation', isBuy, liquidity: 'none' },
          asset,
          mark,
          Math.abs(held),
          tid,
        )
      }
    }
    this.#liquidation = null
  }
}
