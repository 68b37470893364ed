/** What an account may read and do: its money, orders and fills; placing, cancelling, leverage, closing. */
import type { Order, OrderTerms } from '../engine/index.ts'
import { type LedgerAccount, maintenanceRequired, marginRequired, unrealizedOf } from '../ledger/index.ts'
import type { OrderKey } from '../market/family.ts'
import { moneyText, readMoney, readPrice, readSize, sizeText } from '../market/texts.ts'
import * as face from '../market/types.ts'
import type { MarketReads } from '../scalar/core.ts'
import { accountInfo, orderInfo, placeResult } from '../scalar/present.ts'
import type { VenueRuntime } from './venue-runtime.ts'

export class Trading {
  readonly #venue: VenueRuntime
  readonly #market: MarketReads

  constructor(venue: VenueRuntime, market: MarketReads) {
    this.#venue = venue
    this.#market = market
  }

  /** @throws VenueError for a malformed deposit, and when the account exists. */
  createAccount(account: face.Account, deposit: { usdc: string; usdh: string }): void {
    if (this.hasAccount(account)) {
      throw new face.VenueError(409, 'bad_request', `There is an account ${account} already.`, 'account')
    }
    const usdc = readMoney(deposit.usdc, 'usdc')
    const usdh = readMoney(deposit.usdh, 'usdh')
    this.#venue.ledger.deposit(this.#venue.ledger.open(account, false), usdc, usdh)
    this.#venue.events.account(account)
    this.#venue.events.flush()
  }

  hasAccount(account: face.Account): boolean {
    return this.#venue.ledger.find(account) !== null
  }

  account(account: face.Account): face.AccountInfo {
    return accountInfo(
      this.find(account),
      (asset) => this.#venue.state.name(asset),
      this.#venue.mark,
      this.#venue.families,
    )
  }

  leverage(account: face.Account, asset: string): number {
    return this.#venue.ledger.holding(this.find(account), this.#venue.state.number(asset)).leverage
  }

  fees(account: face.Account) {
    this.find(account)
    return { maker_bps: '1.0', taker_bps: '4.5' }
  }

  openOrders(account: face.Account): face.OrderInfo[] {
    return Array.from(this.#recordsOf(account).resting.values(), (order) => this.#info(order)).reverse()
  }

  orderHistory(account: face.Account, limit: number, before: number | null): face.OrderInfo[] {
    const owner = this.find(account)
    const earlier = (order: { time: number }): boolean => before === null || order.time < before
    const scalar = this.#venue.exchange.records(owner).orders.filter((o) => o.level === null && earlier(o))
    const lists = this.#venue.families.map((family) => newest(family.finalOrders(owner).filter(earlier), limit))
    const own = newest(scalar, limit).map((order) => this.#info(order))
    return [own, ...lists]
      .flat()
      .sort((a, b) => b.time - a.time || Number(b.oid) - Number(a.oid))
      .slice(0, Math.max(0, limit))
  }

  fills(account: face.Account, limit: number, before: number | null): face.FillInfo[] {
    const owner = this.find(account)
    const earlier = (fill: { time: number }): boolean => before === null || fill.time < before
    const lists = [
      this.#venue.exchange.records(owner).fills,
      ...this.#venue.families.map((family) => family.fills(owner)),
    ]
    return lists
      .flatMap((list) => newest(list.filter(earlier), limit))
      .sort((a, b) => b.time - a.time || Number(b.tid) - Number(a.tid))
      .slice(0, Math.max(0, limit))
  }

  order(account: face.Account, by: OrderKey): face.OrderInfo | null {
    const owner = this.find(account)
    const order = this.#lookUp(owner, by)
    if (order !== null) return this.#info(order)
    for (const family of this.#venue.families) {
      const found = family.order(owner, by)
      if (found !== null) return found
    }
    return null
  }

  place(request: face.PlaceRequest): face.PlaceResult {
    const asset = this.#venue.state.number(request.asset)
    const terms: OrderTerms = {
      owner: this.find(request.account).id,
      asset,
      isBuy: request.isBuy,
      price: readPrice(request.price),
      lots: readSize(request.size),
      tif: request.tif,
      reduceOnly: request.reduceOnly,
      cloid: request.cloid?.toLowerCase() ?? null,
    }
    const closed = this.#venue.state.refusal(asset, terms.reduceOnly)
    if (closed !== null) throw closed
    const placed = this.#venue.exchange.place(terms)
    if (placed instanceof face.VenueError) throw placed
    this.#venue.events.flush()
    return placeResult(placed)
  }

  cancel(account: face.Account, asset: string, by: OrderKey): face.OrderInfo {
    const number = this.#venue.state.number(asset)
    const order = this.#lookUp(this.find(account), by)
    if (order === null || order.level === null || order.asset !== number) {
      const which = 'oid' in by ? `with id ${by.oid}` : `with client order id ${by.cloid}`
      const why = order === null ? '' : order.asset === number ? `: it is ${order.status}` : ': it is in another asset'
      const detail = `There is no open order ${which} in ${asset}${why}.`
      throw new face.VenueError(404, 'unknown_order', detail, 'oid' in by ? 'oid' : 'cloid')
    }
    this.#venue.exchange.withdraw(order, 'cancelled')
    this.#venue.events.flush()
    return this.#info(order)
  }

  setLeverage(account: face.Account, asset: string, leverage: number): void {
    const owner = this.find(account)
    const holding = this.#venue.ledger.holding(owner, this.#venue.state.number(asset))
    if (!Number.isInteger(leverage) || leverage < 1 || leverage > this.#venue.ledger.maxLeverage) {
      throw new face.VenueError(
        400,
        'bad_request',
        `Leverage must be a whole number from 1 to ${this.#venue.ledger.maxLeverage}.`,
        'leverage',
      )
    }
    const before = { leverage: holding.leverage, margin: holding.margin }
    const target = marginRequired(holding.cost < 0n ? -holding.cost : holding.cost, leverage)
    holding.leverage = leverage
    this.#venue.ledger.setMargin(owner, holding, target)
    const value = BigInt(Math.abs(holding.lots) * this.#venue.mark)
    const equity = target + unrealizedOf(holding, this.#venue.mark)
    const short = owner.usdc - owner.reserved
    if (short < 0n || (holding.lots !== 0 && equity < maintenanceRequired(value, this.#venue.ledger.maxLeverage))) {
      holding.leverage = before.leverage
      this.#venue.ledger.setMargin(owner, holding, before.margin)
      const detail =
        short < 0n
          ? `At ${leverage}× position and orders need ${moneyText(-short)} USDC more than is available.`
          : `At ${leverage}× the position would be liquidated at once: ${moneyText(target)} USDC margin is too little.`
      throw new face.VenueError(409, 'insufficient_margin', detail, 'leverage')
    }
    this.#venue.events.account(account)
    this.#venue.events.flush()
  }

  closeOrder(account: face.Account, asset: string, size: string | null, slippagePct: string) {
    const held = this.#venue.ledger.holding(this.find(account), this.#venue.state.number(asset)).lots
    const lots = size === null ? Math.abs(held) : readSize(size)
    if (held === 0 || lots > Math.abs(held)) {
      const detail =
        held === 0
          ? `There is no position in ${asset} to close.`
          : `The position is ${sizeText(held)}; ${sizeText(lots)} is more than that.`
      throw new face.VenueError(409, 'reduce_only_would_increase', detail, 'size')
    }
    const isBuy = held < 0
    const estimate = this.#market.estimate(asset, isBuy, sizeText(lots), slippagePct)
    const terms = { account, asset, isBuy, price: estimate.limit_px, size: sizeText(lots), tif: 'IOC' } as const
    return { ...terms, reduceOnly: true, cloid: null, estimate }
  }

  /** @throws VenueError `unknown_account` */
  find(account: face.Account): LedgerAccount {
    const found = this.#venue.ledger.find(account)
    if (found === null) throw new face.VenueError(404, 'unknown_account', `There is no account ${account}.`, 'account')
    return found
  }

  #recordsOf(account: face.Account) {
    return this.#venue.exchange.records(this.find(account))
  }

  #lookUp(account: LedgerAccount, by: OrderKey): Order | null {
    const records = this.#venue.exchange.records(account)
    return 'oid' in by ? records.byOid(Number(by.oid)) : records.byCloid(by.cloid.toLowerCase())
  }

  #info(order: Order): face.OrderInfo {
    return orderInfo(order, this.#venue.state.name(order.asset))
  }
}

/** The last `limit` of a list, newest first. */
const newest = <T>(list: readonly T[], limit: number): T[] => (limit <= 0 ? [] : list.slice(-limit).reverse())
