/** The outcome markets behind their agreed interface. */

import { newOrder, type Order } from '../engine/index.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import type { FamilyAccounts, OrderKey } from '../market/index.ts'
import * as venue from '../market/index.ts'
import {
  averageProbabilityText,
  moneyText,
  probabilityEstimate,
  probabilityLevels,
  probabilityOrder,
  probabilityText,
  readMoney,
  readProbability,
  readShares,
  sharesText,
} from '../market/index.ts'
import { carryOut, planConversion, requireOpen } from './conversions.ts'
import { priceHistory } from './history.ts'
import type * as face from './interface.ts'
import type { Listed, OutcomeMarket } from './market.ts'
import { assetOf, coinOf, outcomeOf, sideOf } from './shares.ts'

/** Conversions of an account that are remembered. */
const MOST_CONVERSIONS = 1000
const MOST_BPS = 5000

export class PracticeOutcomeCore implements face.OutcomeCore, FamilyAccounts {
  readonly #market: OutcomeMarket
  /** By account number, oldest first. */
  readonly #conversions = new Map<number, face.ConversionInfo[]>()

  constructor(market: OutcomeMarket) {
    this.#market = market
  }

  meta(): face.OutcomeInfo[] {
    return this.#market.listed().map(({ spec, question, state, winner }) => ({
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

  prices(): Record<string, venue.Amount> {
    const prices: Record<string, venue.Amount> = {}
    for (const listed of this.#market.listed()) {
      for (const side of listed.spec.sides.keys()) {
        prices[coinOf(assetOf(listed.spec.id, side))] = probabilityText(this.#market.price(listed, side))
      }
    }
    return prices
  }

  book(coin: string, levels: number): venue.BookInfo {
    const { listed, side } = this.#market.coin(coin)
    const book = listed.books.book(side)
    const of = (isBuy: boolean) => probabilityLevels(book, isBuy, levels, listed.books.mirrored(side))
    return { asset: coin, time: this.#market.host.now(), levels: [of(true), of(false)] }
  }

  recentTrades(coin: string, limit: number): venue.PublicTradeInfo[] {
    const { listed, side } = this.#market.coin(coin)
    return listed.books.tapes[side]?.newest(limit) ?? []
  }

  priceHistory(coins: readonly string[]): Record<string, { time: number; price: venue.Amount }[]> {
    return Object.fromEntries(coins.map((coin) => [coin, priceHistory(this.#market, coin)]))
  }

  stateVersion(outcomeId: number): number {
    return this.#market.outcome(outcomeId).version
  }

  transfer(account: venue.Account, amount: venue.Amount, direction: 'to_outcome' | 'to_ordinary' = 'to_outcome'): void {
    const owner = this.#find(account)
    const micros = readMoney(amount, 'amount')
    if (micros === 0n) throw new venue.VenueError(400, 'bad_request', 'amount must be greater than 0.', 'amount')
    const there = direction === 'to_outcome' ? owner.usdh : this.#market.exchange.shares.available(owner)
    if (micros > there) {
      const detail = `Needs ${moneyText(micros)} USDH; ${moneyText(there > 0n ? there : 0n)} is available.`
      throw new venue.VenueError(409, 'insufficient_margin', detail, 'amount')
    }
    const moved = direction === 'to_outcome' ? micros : -micros
    owner.usdh -= moved
    owner.usdhOutcome += moved
    this.#told(owner)
  }

  orderTerms(request: face.OutcomeQuoteRequest): face.OutcomeOrderTerms {
    const listed = this.#side(request.outcomeId, request.side)
    requireOpen(listed, request.isBuy)
    const lots = readShares(request.sz, 'sz')
    const { mode, side, isBuy } = request
    const price = mode.kind === 'limit' ? readProbability(mode.limitPx, 'limitPx') : this.#limit(listed, request, mode)
    const mirrored = listed.books.mirrored(side)
    const inBook = mirrored ? CERTAIN - price : price
    return {
      outcomeId: listed.spec.id,
      side,
      coin: coinOf(assetOf(listed.spec.id, side)),
      assetId: assetOf(listed.spec.id, side),
      isBuy,
      price: probabilityText(price),
      size: sharesText(lots),
      tif: mode.kind === 'limit' ? 'GTC' : 'IOC',
      estimate: probabilityEstimate(listed.books.book(side), isBuy !== mirrored, lots, inBook, mirrored),
    }
  }

  place(request: face.OutcomePlaceRequest): face.OutcomePlaceResult {
    const owner = this.#find(request.account)
    const listed = this.#side(request.outcomeId, request.side)
    requireOpen(listed, request.isBuy)
    const price = readProbability(request.price)
    const order = newOrder(
      {
        ...this.#inBook(listed, request.side, request.isBuy, price),
        owner: owner.id,
        asset: assetOf(listed.spec.id, request.side),
        lots: readShares(request.size),
        tif: request.tif,
        reduceOnly: false,
        cloid: request.cloid?.toLowerCase() ?? null,
      },
      0,
      this.#market.host.now(),
    )
    const refusal = this.refusal(owner, order)
    if (refusal !== null) throw refusal
    const placed = this.#market.exchange.execute({ ...order, oid: this.#market.host.takeOid() }, owner)
    this.#market.host.flush()
    const { filledLots, filledValue } = placed
    const status = placed.order.remaining === 0 ? 'filled' : filledLots > 0 ? 'partially_filled' : null
    return {
      status: status ?? (placed.order.status === 'cancelled' ? 'cancelled' : 'resting'),
      oid: String(placed.order.oid),
      filled: sharesText(filledLots),
      avg_px: averageProbabilityText(filledValue, filledLots),
    }
  }

  cancel(account: venue.Account, outcomeId: number, side: number, by: OrderKey): venue.OrderInfo {
    const owner = this.#find(account)
    const listed = this.#side(outcomeId, side)
    const order = this.#market.exchange.records.lookUp(owner, by)
    if (order === null || order.level === null || order.asset !== assetOf(listed.spec.id, side)) {
      const which = 'oid' in by ? `with id ${by.oid}` : `with client order id ${by.cloid}`
      const detail = `There is no open order ${which} on ${listed.spec.sides[side]} of ${listed.spec.name}.`
      throw new venue.VenueError(404, 'unknown_order', detail, 'oid' in by ? 'oid' : 'cloid')
    }
    this.#market.exchange.withdraw(order, 'cancelled')
    this.#market.host.flush()
    return this.#info(order)
  }

  openOrders(account: venue.Account): venue.OrderInfo[] {
    const { resting } = this.#market.exchange.records.of(this.#find(account))
    return Array.from(resting.values(), (order) => this.#info(order)).reverse()
  }

  order(account: venue.Account | LedgerAccount, by: OrderKey): venue.OrderInfo | null {
    const owner = typeof account === 'string' ? this.#find(account) : account
    const order = this.#market.exchange.records.lookUp(owner, by)
    return order === null ? null : this.#info(order)
  }

  checkConversion(request: face.ConversionRequest): { amount: venue.Amount } {
    return { amount: sharesText(planConversion(this.#market, this.#find(request.account), request).lots) }
  }

  convert(request: face.ConversionRequest): face.ConversionInfo {
    const owner = this.#find(request.account)
    const plan = planConversion(this.#market, owner, request)
    carryOut(this.#market, owner, plan)
    const info: face.ConversionInfo = {
      id: String(this.#market.host.takeTid()),
      kind: plan.kind,
      outcomeId: plan.outcomeId,
      questionId: plan.questionId,
      amount: sharesText(plan.lots),
      time: this.#market.host.now(),
    }
    this.bringConversions(owner, [info])
    this.#told(owner)
    return info
  }

  conversions(account: venue.Account): face.ConversionInfo[] {
    return [...this.conversionsOf(this.#find(account))].reverse()
  }

  on(listener: (event: face.OutcomeEvent) => void): () => void {
    return this.#market.changes.on(listener)
  }

  forceStatus(outcomeId: number, status: venue.ForcedStatus): void {
    this.#market.force(outcomeId, status)
    this.#market.host.flush()
  }

  finalOrders(account: LedgerAccount, limit: number, before: number | null): venue.OrderInfo[] {
    return this.#market.exchange.records.finalOrders(account, limit, before).map((order) => this.#info(order))
  }

  fills(account: LedgerAccount): readonly venue.FillInfo[] {
    return this.#market.exchange.records.of(account).fills
  }

  positions(account: LedgerAccount): venue.PositionInfo[] {
    const { shares } = this.#market.exchange
    return shares.assetsOf(account).flatMap((asset) => {
      const share = shares.get(account, asset)
      const listed = this.#market.find(outcomeOf(asset))
      if (share === null || listed === null) return []
      const price = this.#market.price(listed, sideOf(asset))
      return {
        family: 'outcome' as const,
        asset: coinOf(asset),
        size: sharesText(share.lots),
        entry_px: averageProbabilityText(share.cost, share.lots) ?? probabilityText(0),
        mark_px: probabilityText(price),
        leverage: 1,
        margin: moneyText(share.cost),
        unrealized_pnl: moneyText(shareValue(price, share.lots) - share.cost),
        realized_pnl: moneyText(share.realized),
        liquidation_px: null,
      }
    })
  }

  /** Shares are worth USDH, which is no part of the USDC equity. */
  equity(): bigint {
    return 0n
  }

  conversionsOf(account: LedgerAccount): readonly face.ConversionInfo[] {
    return this.#conversions.get(account.id) ?? []
  }

  bringConversions(account: LedgerAccount, more: readonly face.ConversionInfo[]): void {
    this.#conversions.set(account.id, [...this.conversionsOf(account), ...more].slice(-MOST_CONVERSIONS))
  }

  /** What an order breaks besides the market's state: an open cloid, crossing when it must not, money, shares. */
  refusal(account: LedgerAccount, order: Order): venue.VenueError | null {
    const { exchange } = this.#market
    if (order.cloid !== null && exchange.records.of(account).openCloids.has(order.cloid)) {
      const detail = `An open order has the client order id ${order.cloid} already.`
      return new venue.VenueError(409, 'duplicate_cloid', detail, 'cloid')
    }
    const { book, mirrored } = exchange.place(order)
    if (order.tif === 'ALO' && book.crosses(order.isBuy, order.price)) {
      return new venue.VenueError(409, 'alo_would_cross', 'Add-liquidity-only: the order would trade at once.', 'price')
    }
    if (exchange.buys(order)) {
      const needed = shareValue(mirrored ? CERTAIN - order.price : order.price, order.remaining)
      const available = exchange.shares.available(account)
      if (needed <= available) return null
      const there = moneyText(available > 0n ? available : 0n)
      const detail = `Needs ${moneyText(needed)} USDH in the outcome balance; ${there} is available.`
      return new venue.VenueError(409, 'insufficient_margin', detail, 'sz')
    }
    const free = exchange.shares.free(account, order.asset)
    if (order.remaining <= free) return null
    const detail = `A sale of ${sharesText(order.remaining)} needs as many shares; ${sharesText(free)} are held and not offered.`
    return new venue.VenueError(409, 'insufficient_shares', detail, 'sz')
  }

  #side(outcomeId: number, side: number): Listed {
    const listed = this.#market.outcome(outcomeId)
    if (listed.spec.sides[side] !== undefined) return listed
    const detail = `${listed.spec.name} has the sides 0 to ${listed.spec.sides.length - 1}; ${side} is none of them.`
    throw new venue.VenueError(400, 'bad_request', detail, 'side')
  }

  /** The limit of a market order: the best price that faces it (the present price when none does), moved by the slippage. */
  #limit(listed: Listed, request: face.OutcomeQuoteRequest, mode: { slippageBps: number }): number {
    const { slippageBps } = mode
    if (!Number.isSafeInteger(slippageBps) || slippageBps < 0 || slippageBps > MOST_BPS) {
      const detail = `Slippage must be whole basis points from 0 to ${MOST_BPS}.`
      throw new venue.VenueError(400, 'bad_request', detail, 'slippageBps')
    }
    const { side, isBuy } = request
    const mirrored = listed.books.mirrored(side)
    const book = listed.books.book(side)
    const best = isBuy !== mirrored ? book.bestAsk : book.bestBid
    const own = best < 0 ? this.#market.price(listed, side) : mirrored ? CERTAIN - best : best
    const scaled = own * (isBuy ? 10_000 + slippageBps : 10_000 - slippageBps)
    const limit = isBuy ? Math.floor(scaled / 10_000) : Math.ceil(scaled / 10_000)
    return Math.max(1, Math.min(CERTAIN - 1, limit))
  }

  #inBook(listed: Listed, side: number, isBuy: boolean, price: number): { isBuy: boolean; price: number } {
    const mirrored = listed.books.mirrored(side)
    return { isBuy: isBuy !== mirrored, price: mirrored ? CERTAIN - price : price }
  }

  /** Shown from the order's own side; a side of one of two is known by its number even when its market has gone. */
  #info(order: Order): venue.OrderInfo {
    const listed = this.#market.find(outcomeOf(order.asset))
    const mirrored = listed === null ? sideOf(order.asset) === 1 : listed.books.mirrored(sideOf(order.asset))
    return probabilityOrder(order, coinOf(order.asset), 'outcome', mirrored)
  }

  #told(account: LedgerAccount): void {
    this.#market.host.accountChanged(account)
    this.#market.host.flush()
  }

  #find(account: venue.Account): LedgerAccount {
    return venue.requireAccount(this.#market.host.ledger, account)
  }
}
