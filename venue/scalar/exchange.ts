/**
 * Connects orders, books and money: places, cancels, fills, shrinks and expires orders, and keeps ledger and records in step. Knows nothing about
 * time of day, buckets or text; callers have checked that the market accepts the order.
 */
import { type Order, OrderBook, type OrderTerms } from '../engine.ts'
import {
  availableOf,
  type FillEffect,
  type Ledger,
  type LedgerAccount,
  type Liquidity,
  orderValue,
} from '../ledger/index.ts'
import {
  type ExchangeHost,
  FamilyExchange,
  fillInfo,
  type LiquidationInfo,
  minimumValueRefusal,
  type Placed,
  priceText,
  type VenueError,
} from '../market/index.ts'
import { refusalOf } from './checks.ts'

/** One side of a recorded fill. */
interface Side {
  readonly account: LedgerAccount
  readonly oid: string
  readonly isBuy: boolean
  readonly liquidity: Liquidity
  /** Signed lots held before the fill. */
  readonly start: number
}

export interface ScalarExchangeOptions {
  readonly assets: readonly string[]
  /** Lots per asset. */
  readonly openInterestCap: number
  bookChanged(asset: number): void
  traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void
}

export class ScalarExchange extends FamilyExchange {
  readonly ledger: Ledger
  readonly books: readonly OrderBook[]
  readonly openInterestCap: number
  readonly #options: ScalarExchangeOptions
  /** The liquidation in progress. */
  #liquidation: LiquidationInfo | null = null

  constructor(host: ExchangeHost, options: ScalarExchangeOptions) {
    super(host)
    this.ledger = host.ledger
    this.openInterestCap = options.openInterestCap
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
    const duplicate = this.records.cloidRefusal(account, terms.cloid)
    if (duplicate !== null) return duplicate
    const { ledger, openInterestCap } = this
    const refusal = refusalOf(terms, { book: this.book(terms.asset), ledger, account, openInterestCap })
    if (refusal !== null) return refusal
    const tooLittle = terms.reduceOnly
      ? null
      : minimumValueRefusal(this.host, account, orderValue(terms.price, terms.lots))
    if (tooLittle !== null) return tooLittle
    return this.execute(this.newOrder(terms), account)
  }

  /** Venue time, ms. */
  now(): number {
    return this.host.now()
  }

  override execute(order: Order, account: LedgerAccount): Placed {
    const placed = super.execute(order, account)
    this.#keepWithinMargin(account)
    return placed
  }

  protected bookOf(order: Order): OrderBook {
    return this.book(order.asset)
  }

  protected bookChanged(asset: number): void {
    this.#options.bookChanged(asset)
  }

  protected valueOf(_taker: Order, price: number, lots: number): bigint {
    return BigInt(price * lots)
  }

  protected rested(order: Order, account: LedgerAccount): void {
    this.records.of(account).nowResting(order)
    if (order.reduceOnly) this.ledger.holding(account, order.asset).reduceOnlyOrders++
    else this.ledger.countOrder(account, order.asset, order.isBuy, order.price, order.remaining, 1)
  }

  protected left(order: Order, account: LedgerAccount, lots: number): void {
    if (order.level === null) this.records.of(account).noLongerResting(order)
    if (!order.reduceOnly) this.ledger.countOrder(account, order.asset, order.isBuy, order.price, lots, -1)
    else if (order.level === null) this.ledger.holding(account, order.asset).reduceOnlyOrders--
  }

  protected filled(maker: Order, taker: Order, price: number, lots: number, tid: number): void {
    const account = this.ledger.byId(maker.owner)
    this.#fillSide(maker, account, price, lots, 'maker', tid)
    this.#fillSide(taker, this.ledger.byId(taker.owner), price, lots, 'taker', tid)
    this.#options.traded(maker.asset, taker.isBuy, price, lots, tid)
    this.bookChanged(maker.asset)
    this.#fitReduceOnly(account, maker.asset)
    this.#keepWithinMargin(account)
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
      this.#recordFill(side, asset, mark, Math.abs(held), effect, this.host.takeTid())
      this.host.accountChanged(account)
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
    const tid = this.host.takeTid()
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
      this.host.accountChanged(party)
    }
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
    this.host.accountChanged(account)
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
      time: this.host.now(),
    }
    this.records.of(side.account).addFill(fillInfo('scalar', { ...fill, liquidation: this.#liquidation }))
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
