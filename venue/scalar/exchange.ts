/**
 * Connects orders, books and money: places, cancels, fills, shrinks and expires orders, and keeps ledger and records in step. Knows nothing about
 * time of day, buckets or text; callers have checked that the market accepts the order.
 */
import type { Order, OrderTerms } from '../engine.ts'
import { availableOf, type Ledger, type LedgerAccount, orderValue } from '../ledger/index.ts'
import {
  type ExchangeHost,
  filledSideOf,
  LeveragedExchange,
  minimumValueRefusal,
  type Placed,
  type VenueError,
} from '../market/index.ts'
import { refusalOf } from './checks.ts'

export interface ScalarExchangeOptions {
  readonly assets: readonly string[]
  /** Lots per asset. */
  readonly openInterestCap: number
  bookChanged(asset: number): void
  traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void
}

export class ScalarExchange extends LeveragedExchange {
  readonly ledger: Ledger
  readonly openInterestCap: number
  readonly #options: ScalarExchangeOptions

  constructor(host: ExchangeHost, options: ScalarExchangeOptions) {
    const { ledger } = host
    super(host, 'scalar', options.assets, {
      lots: (account, asset) => ledger.holding(account, asset).lots,
      apply: (account, asset, isBuy, price, lots, liquidity) =>
        ledger.applyFill(account, asset, isBuy, price, lots, liquidity),
    })
    this.ledger = ledger
    this.openInterestCap = options.openInterestCap
    this.#options = options
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
    const [account, other] = [this.ledger.byId(maker.owner), this.ledger.byId(taker.owner)]
    this.bookSide(filledSideOf(maker, account, 'maker'), maker.asset, price, lots, tid)
    this.bookSide(filledSideOf(taker, other, 'taker'), taker.asset, price, lots, tid)
    this.#fitReduceOnly(other, taker.asset)
    this.#options.traded(maker.asset, taker.isBuy, price, lots, tid)
    this.bookChanged(maker.asset)
    this.#fitReduceOnly(account, maker.asset)
    this.#keepWithinMargin(account)
  }

  /** Pays every position of the asset out at the final mark, without fees. */
  settle(asset: number, mark: number): void {
    for (const account of this.ledger.accounts) {
      const held = account.holdings.get(asset)?.lots ?? 0
      if (held !== 0) this.payOut(account, asset, mark, held)
    }
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
