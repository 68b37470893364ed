/**
 * The outcome markets for the HTTP routes (`/v1/outcomes/*` of docs/service/outcomes.md) and the WebSocket. No network; callers are authenticated,
 * amounts are exact decimal text, every refusal is a `VenueError`.
 *
 * A share pays 1 USDH when its side wins and nothing otherwise. Prices are probabilities at a tick of 0.001, sizes shares at two decimals. A market
 * with two sides has one book seen from both: a bid for No at 1 − p is an offer of Yes at p. Two buyers of opposite sides create a pair of shares;
 * two sellers dissolve one. Outcome trades carry no fee.
 */
import { newOrder, type Order } from '../engine.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import {
  type Account,
  type Amount,
  averageProbabilityText,
  type ForcedStatus,
  moneyText,
  type OrderInfo,
  type OrderKey,
  orderInfo,
  type PlaceResult,
  type PositionInfo,
  placeResult,
  probabilityText,
  readMoney,
  readProbability,
  readShares,
  sharesText,
  VenueError,
} from '../market/index.ts'
import { orderRefusal, orderTerms, requireOpen } from './checks.ts'
import { carryOut, planConversion } from './conversions.ts'
import type {
  ConversionInfo,
  ConversionRequest,
  OutcomeEvent,
  OutcomeOrderTerms,
  OutcomePlaceRequest,
  OutcomeQuoteRequest,
} from './interface.ts'
import type { Listed } from './listed.ts'
import { OutcomeReads } from './market-reads.ts'
import { assetOf, coinOf, outcomeOf, sideOf } from './shares.ts'

/** Conversions kept per account. */
const MAX_CONVERSIONS = 1000

export class OutcomeCore extends OutcomeReads {
  /** By account number, oldest first. */
  readonly #conversions = new Map<number, ConversionInfo[]>()

  /** Transfers USDH into the class for outcome trading, or back. @throws VenueError `insufficient_margin`, `bad_request` */
  transfer(account: Account, amount: Amount, direction: 'to_outcome' | 'to_ordinary' = 'to_outcome'): void {
    const owner = this.find(account)
    const micros = readMoney(amount, 'amount')
    if (micros === 0n) throw new VenueError(400, 'bad_request', 'amount must be greater than 0.', 'amount')
    const there = direction === 'to_outcome' ? owner.usdh : this.market.exchange.shares.available(owner)
    if (micros > there) {
      const detail = `Needs ${moneyText(micros)} USDH; ${moneyText(there > 0n ? there : 0n)} is available.`
      throw new VenueError(409, 'insufficient_margin', detail, 'amount')
    }
    const moved = direction === 'to_outcome' ? micros : -micros
    owner.usdh -= moved
    owner.usdhOutcome += moved
    this.#publish(owner)
  }

  /** The order for a request at this moment. @throws VenueError `unknown_outcome`, `market_closed`, `bad_request` */
  orderTerms(request: OutcomeQuoteRequest): OutcomeOrderTerms {
    return orderTerms(this.market, request)
  }

  /** @throws VenueError for every violated rule; nothing has changed then. */
  place(request: OutcomePlaceRequest): PlaceResult {
    const owner = this.find(request.account)
    const listed = this.market.side(request.outcomeId, request.side)
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
      this.market.host.now(),
    )
    const refusal = orderRefusal(this.market, owner, order)
    if (refusal !== null) throw refusal
    const placed = this.market.exchange.execute({ ...order, oid: this.market.host.takeOid() }, owner)
    this.market.host.flush()
    return placeResult('outcome', placed)
  }

  cancel(account: Account, outcomeId: number, side: number, by: OrderKey): OrderInfo {
    const owner = this.find(account)
    const listed = this.market.side(outcomeId, side)
    const order = this.market.exchange.records.lookUp(owner, by)
    if (order === null || order.level === null || order.asset !== assetOf(listed.spec.id, side)) {
      const key = 'oid' in by ? `id ${by.oid}` : `client order id ${by.cloid}`
      const detail = `There is no open order with ${key} on ${listed.spec.sides[side]} of ${listed.spec.name}.`
      throw new VenueError(404, 'unknown_order', detail, 'oid' in by ? 'oid' : 'cloid')
    }
    this.market.exchange.withdraw(order, 'cancelled')
    this.market.host.flush()
    return this.info(order)
  }

  /** Checks a conversion and returns its amount. No side effects. */
  checkConversion(request: ConversionRequest): { amount: Amount } {
    return { amount: sharesText(planConversion(this.market, this.find(request.account), request).lots) }
  }

  convert(request: ConversionRequest): ConversionInfo {
    const owner = this.find(request.account)
    const plan = planConversion(this.market, owner, request)
    carryOut(this.market, owner, plan)
    const info: ConversionInfo = {
      id: String(this.market.host.takeTid()),
      kind: plan.kind,
      outcomeId: plan.outcomeId,
      questionId: plan.questionId,
      amount: sharesText(plan.lots),
      time: this.market.host.now(),
    }
    this.addConversions(owner, [info])
    this.#publish(owner)
    return info
  }

  /** Newest first. */
  conversions(account: Account): ConversionInfo[] {
    return [...this.conversionsOf(this.find(account))].reverse()
  }

  on(listener: (event: OutcomeEvent) => void): () => void {
    return this.market.changes.on(listener)
  }

  /** Control: null removes the forced status. */
  forceStatus(outcomeId: number, status: ForcedStatus): void {
    this.market.force(outcomeId, status)
    this.market.host.flush()
  }

  positions(account: LedgerAccount): PositionInfo[] {
    const { shares } = this.market.exchange
    return shares.assetsOf(account).flatMap((asset) => {
      const share = shares.get(account, asset)
      const listed = this.market.find(outcomeOf(asset))
      if (share === null || listed === null) return []
      const price = this.market.prices.of(listed, sideOf(asset))
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

  /** Shares are worth USDH, which is not part of the USDC equity. */
  equity(): bigint {
    return 0n
  }

  conversionsOf(account: LedgerAccount): readonly ConversionInfo[] {
    return this.#conversions.get(account.id) ?? []
  }

  addConversions(account: LedgerAccount, more: readonly ConversionInfo[]): void {
    this.#conversions.set(account.id, [...this.conversionsOf(account), ...more].slice(-MAX_CONVERSIONS))
  }

  #inBook(listed: Listed, side: number, isBuy: boolean, price: number): { isBuy: boolean; price: number } {
    const mirrored = listed.books.mirrored(side)
    return { isBuy: isBuy !== mirrored, price: mirrored ? CERTAIN - price : price }
  }

  /** From the order's own side; once the market is no longer listed, the side's number says whether prices are mirrored. */
  protected info(order: Order): OrderInfo {
    const listed = this.market.find(outcomeOf(order.asset))
    const mirrored = listed === null ? sideOf(order.asset) === 1 : listed.books.mirrored(sideOf(order.asset))
    return orderInfo('outcome', order, coinOf(order.asset), mirrored)
  }

  #publish(account: LedgerAccount): void {
    this.market.host.accountChanged(account)
    this.market.host.flush()
  }
}
