/**
 * Connects orders, books and money: places, cancels, fills, shrinks and expires orders, and keeps ledger and records in step. Knows nothing about
 * time of day, buckets or text; callers have checked that the market accepts the order.
 */
import { match, newOrder, type Order, OrderBook, type OrderStatus, type OrderTerms, setStatus } from '../engine.ts'
import {
  availableOf,
  type FillEffect,
  type Ledger,
  type LedgerAccount,
  type Liquidity,
  orderValue,
} from '../ledger/index.ts'
import {
  type FamilyHost,
  FamilyRecords,
  fillInfo,
  type LiquidationInfo,
  minimumValueRefusal,
  priceText,
  tradesWithItself,
  VenueError,
} from '../market/index.ts'
import { refusalOf } from './checks.ts'

/** Result of placing an order. */
export interface Placed {
  readonly order: Order
  readonly filledLots: number
  /** Value of what filled, micro-USDC. */
  readonly filledValue: bigint
}

/** One side of a recorded fill. */
interface Side {
  readonly account: LedgerAccount
  readonly oid: string
  readonly isBuy: boolean
  readonly liquidity: Liquidity
  /** Signed lots held before the fill. */
  readonly start: number
}

/** The part of the host that the exchange uses. */
export type ExchangeHost = Pick<FamilyHost, 'ledger' | 'quirks' | 'now' | 'takeOid' | 'takeTid' | 'accountChanged'>

export interface ScalarExchangeOptions {
  readonly assets: readonly string[]
  /** Lots per asset. */
  readonly openInterestCap: number
  bookChanged(asset: number): void
  traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void
}

export class ScalarExchange {
  readonly ledger: Ledger
  readonly books: readonly OrderBook[]
  readonly records = new FamilyRecords()
  readonly openInterestCap: number
  readonly #host: ExchangeHost
  readonly #options: ScalarExchangeOptions
  #filledLots = 0
  #filledValue = 0n
  /** The liquidation in progress. */
  #liquidation: LiquidationInfo | null = null

  constructor(host: ExchangeHost, options: ScalarExchangeOptions) {
    this.ledger = host.ledger
    this.openInterestCap = options.openInterestCap
    this.#host = host
    this.#options = options
    this.books = options.assets.map(() => new OrderBook())
  }

  /** @throws RangeError for an unknown asset number. */
  book(asset: number): OrderBook {
    const book = this.books[asset]
    if (book === undefined) throw new RangeError(`no asset ${asset}`)
    return book
  }

  /** Checks and executes an order; a refusal is returned and has changed nothing. */
  place(terms: OrderTerms): Placed | VenueError {
    const account = this.ledger.byId(terms.owner)
    if (terms.cloid !== null && this.records.of(account).openCloids.has(terms.cloid)) {
      return new VenueError(
        409,
        'duplicate_cloid',
        `An open order already has the client order id ${terms.cloid}.`,
        'cloid',
      )
    }
    const { ledger, openInterestCap } = this
    const refusal = refusalOf(terms, { book: this.book(terms.asset), ledger, account, openInterestCap })
    if (refusal !== null) return refusal
    const tooLittle = terms.reduceOnly
      ? null
      : minimumValueRefusal(this.#host, account, orderValue(terms.price, terms.lots))
    if (tooLittle !== null) return tooLittle
    return this.execute(this.newOrder(terms), account)
  }

  /** An order with an id and the current time, not yet executed. */
  newOrder(terms: OrderTerms): Order {
    return newOrder(terms, this.#host.takeOid(), this.#host.now())
  }

  /** Venue time, ms. */
  now(): number {
    return this.#host.now()
  }

  /** Executes an order without further checks: trades what crosses, rests the remainder of a GTC or ALO order. */
  execute(order: Order, account: LedgerAccount): Placed {
    const book = this.book(order.asset)
    this.records.of(account).addOrder(order)
    this.#filledLots = 0
    this.#filledValue = 0n
    if (order.tif !== 'ALO') match(book, order, this.#matching)
    const placed = { order, filledLots: this.#filledLots, filledValue: this.#filledValue }
    if (order.remaining === 0) setStatus(order, 'filled', this.#host.now())
    else if (order.tif === 'IOC') setStatus(order, 'cancelled', this.#host.now())
    else this.rest(order, account)
    this.#host.accountChanged(account)
    this.#keepWithinMargin(account)
    return placed
  }

  /** Inserts the remainder of an order into the book, by its time. */
  rest(order: Order, account: LedgerAccount): void {
    setStatus(order, order.remaining < order.lots ? 'partially_filled' : 'resting', this.#host.now())
    this.book(order.asset).insert(order)
    this.records.of(account).nowResting(order)
    if (order.reduceOnly) this.ledger.holding(account, order.asset).reduceOnlyOrders++
    else this.ledger.countOrder(account, order.asset, order.isBuy, order.price, order.remaining, 1)
    this.#options.bookChanged(order.asset)
  }

  /** Removes a resting order from the book with a final status. */
  withdraw(order: Order, status: OrderStatus): void {
    const account = this.ledger.byId(order.owner)
    this.book(order.asset).remove(order)
    this.#unrest(order, account, order.remaining)
    setStatus(order, status, this.#host.now())
    this.#options.bookChanged(order.asset)
    this.#host.accountChanged(account)
  }

  /** Expires every resting order of an asset: the market closed. */
  expireAll(asset: number): void {
    for (const order of this.book(asset).orders()) this.withdraw(order, 'expired')
  }

  /** Pays every position of the asset out at the final mark, without fees. */
  settle(asset: number, mark: number): void {
    for (const account of this.ledger.accounts) {
      const held = account.holdings.get(asset)?.lots ?? 0
      if (held === 0) continue
      const side: Side = { account, oid: 'settlement', isBuy: held < 0, liquidity: 'none', start: held }
      const effect = this.ledger.applyFill(account, asset, side.isBuy, mark, Math.abs(held), 'none')
      this.#recordFill(side, asset, mark, Math.abs(held), effect, this.#host.takeTid())
      this.#host.accountChanged(account)
    }
  }

  /** Sells a liquidated position into the book by `order`; the insurance account takes the rest, at the mark, without fees. */
  liquidate(order: Order, account: LedgerAccount, mark: number): void {
    this.#liquidation = { account: account.address, mark: priceText(mark) }
    this.execute(order, account)
    this.#handToInsurance(account, order.asset, mark)
    this.#liquidation = null
  }

  #handToInsurance(account: LedgerAccount, asset: number, price: number): void {
    const held = this.ledger.holding(account, asset).lots
    if (held === 0) return
    const tid = this.#host.takeTid()
    for (const party of [account, this.ledger.insurance]) {
      const side: Side = {
        account: party,
        oid: 'liquidation',
        isBuy: held < 0 === (party === account),
        liquidity: 'none',
        start: this.ledger.holding(party, asset).lots,
      }
      const effect = this.ledger.applyFill(party, asset, side.isBuy, price, Math.abs(held), 'none')
      this.#recordFill(side, asset, price, Math.abs(held), effect, tid)
      this.#host.accountChanged(party)
    }
  }

  readonly #matching = {
    fill: (maker: Order, taker: Order, price: number, lots: number): void => {
      const tid = this.#host.takeTid()
      this.#filledLots += lots
      this.#filledValue += BigInt(price * lots)
      const makerAccount = this.ledger.byId(maker.owner)
      this.#unrest(maker, makerAccount, lots)
      setStatus(maker, maker.remaining === 0 ? 'filled' : 'partially_filled', this.#host.now())
      this.#fillSide(maker, makerAccount, price, lots, 'maker', tid)
      this.#fillSide(taker, this.ledger.byId(taker.owner), price, lots, 'taker', tid)
      this.#options.traded(maker.asset, taker.isBuy, price, lots, tid)
      this.#options.bookChanged(maker.asset)
      this.#fitReduceOnly(makerAccount, maker.asset)
      this.#keepWithinMargin(makerAccount)
    },
    tradesWithItself: (taker: Order): boolean => tradesWithItself(this.#host, taker),
    selfTrade: (maker: Order): void => this.withdraw(maker, 'cancelled'),
  }

  #fillSide(
    order: Order,
    account: LedgerAccount,
    price: number,
    lots: number,
    liquidity: Liquidity,
    tid: number,
  ): void {
    const start = this.ledger.holding(account, order.asset).lots
    const effect = this.ledger.applyFill(account, order.asset, order.isBuy, price, lots, liquidity)
    if (!account.internal) {
      const side: Side = { account, oid: String(order.oid), isBuy: order.isBuy, liquidity, start }
      this.#recordFill(side, order.asset, price, lots, effect, tid)
    }
    this.#host.accountChanged(account)
    if (liquidity === 'taker') this.#fitReduceOnly(account, order.asset)
  }

  #recordFill(side: Side, asset: number, price: number, lots: number, effect: FillEffect, tid: number): void {
    if (side.account.internal) return
    const fill = {
      ...side,
      asset: this.#options.assets[asset] ?? '',
      price,
      lots,
      ...effect,
      tid,
      time: this.#host.now(),
    }
    this.records.of(side.account).addFill(fillInfo('scalar', { ...fill, liquidation: this.#liquidation }))
  }

  /** Removes lots that left the book from reserve and records. */
  #unrest(order: Order, account: LedgerAccount, lots: number): void {
    if (order.level === null) this.records.of(account).noLongerResting(order)
    if (!order.reduceOnly) this.ledger.countOrder(account, order.asset, order.isBuy, order.price, lots, -1)
    else if (order.level === null) this.ledger.holding(account, order.asset).reduceOnlyOrders--
  }

  /** Shrinks resting reduce-only orders to the current position, and cancels those without one. */
  #fitReduceOnly(account: LedgerAccount, asset: number): void {
    const holding = this.ledger.holding(account, asset)
    if (holding.reduceOnlyOrders === 0) return
    for (const order of [...this.records.of(account).resting.values()]) {
      if (!order.reduceOnly || order.asset !== asset) continue
      const supported = holding.lots > 0 === order.isBuy ? 0 : Math.abs(holding.lots)
      if (supported === 0) this.withdraw(order, 'cancelled')
      else if (order.remaining > supported) {
        const surplus = order.remaining - supported
        this.book(asset).shrink(order, surplus)
        order.lots -= surplus
        this.#options.bookChanged(asset)
      }
    }
  }

  /** Cancels an account's newest resting orders until their reserve is covered. */
  #keepWithinMargin(account: LedgerAccount): void {
    if (availableOf(account) >= 0n || account.internal) return
    const newestFirst = [...this.records.of(account).resting.values()].reverse()
    for (const order of newestFirst) {
      if (availableOf(account) >= 0n) return
      if (!order.reduceOnly) this.withdraw(order, 'cancelled')
    }
  }
}
