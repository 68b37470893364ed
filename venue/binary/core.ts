/**
 * The binary markets for the HTTP routes (`/v1/binary/*` of docs/service/binary.md) and the WebSocket. No network; callers are authenticated, amounts
 * are exact decimal text, every refusal is a `VenueError`.
 *
 * Prices are those of UP, between 0 and 1 at a tick of 0.001: buying is UP, selling is DOWN, and a DOWN contract costs 1 − price. Sizes are contracts
 * at two decimals. A position is signed: positive is UP, negative DOWN.
 */
import type { Order, OrderTerms } from '../engine.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import {
  type Account,
  averageProbabilityText,
  type Estimate,
  estimateOf,
  type ForcedStatus,
  moneyText,
  type OrderInfo,
  orderInfo,
  type PositionInfo,
  placeResult,
  probabilityText,
  readMoney,
  readProbability,
  readShares,
  readSlippage,
  sharesText,
  VenueError,
} from '../market/index.ts'
import { orderRefusal, phaseRefusal, requireSetUp } from './checks.ts'
import type {
  BinaryCloseRequest,
  BinaryDirection,
  BinaryEvent,
  BinaryOrderRequest,
  BinaryPlaceResult,
  BinaryPredictRequest,
} from './interface.ts'
import { BINARY_ASSETS } from './market.ts'
import { BinaryReads } from './market-reads.ts'
import { ownPrice, valueAt } from './positions.ts'

/** A slippage of 100 %, in the units of `readSlippage`. */
const WHOLE = 1_000_000

export class BinaryCore extends BinaryReads {
  /** Leverage by account number and asset; 1 until set up. */
  readonly #leverage = new Map<number, number[]>()

  /** Leverage set for the account: 1 until set up. */
  leverage(account: Account, asset: string): number {
    return this.leverageOf(this.find(account), this.market.number(asset))
  }

  /** @throws VenueError `leverage_must_be_2` for any other value. */
  setLeverage(account: Account, asset: string, leverage: number): void {
    const owner = this.find(account)
    const number = this.market.number(asset)
    requireSetUp(leverage)
    this.restoreLeverage(owner, number, leverage)
    this.market.host.accountChanged(owner)
    this.market.host.flush()
  }

  /** Sets leverage 2 on both assets. */
  setup(account: Account): void {
    for (const asset of BINARY_ASSETS) this.setLeverage(account, asset, 2)
  }

  /**
   * The order that implements a prediction.
   * @throws VenueError `leverage_must_be_2`, `binary_wrong_phase`, `BINARY_ENTRY_CUTOFF`, `market_closed`, `bad_request`
   */
  predictOrder(request: BinaryPredictRequest): BinaryOrderRequest & { estimate: Estimate } {
    const owner = this.find(request.account)
    const asset = this.market.number(request.asset)
    const isBuy = readDirection(request.direction) === 'UP'
    const amount = readMoney(request.amount_usdc, 'amount_usdc')
    const slippage = readSlippage(request.slippage_pct)
    requireSetUp(this.leverageOf(owner, asset))
    const closed = phaseRefusal(this.market, asset, false)
    if (closed !== null) throw closed
    const price = this.#limit(asset, isBuy, slippage, isBuy)
    const lots = Number(amount / shareValue(ownPrice(isBuy, price), 1))
    if (lots < 1) {
      const detail = `${moneyText(amount)} USDC buys less than 0.01 contract at ${probabilityText(ownPrice(isBuy, price))}.`
      throw new VenueError(400, 'bad_request', detail, 'amount_usdc')
    }
    return this.#order(request.account, asset, isBuy, price, lots, false)
  }

  /** The closing order. @throws VenueError `reduce_only_would_increase`, `binary_wrong_phase`, `market_closed`, `bad_request` */
  closeOrder(request: BinaryCloseRequest): BinaryOrderRequest & { estimate: Estimate } {
    const owner = this.find(request.account)
    const asset = this.market.number(request.asset)
    const isUp = readDirection(request.direction) === 'UP'
    const slippage = readSlippage(request.slippage_pct)
    const closed = phaseRefusal(this.market, asset, true)
    if (closed !== null) throw closed
    const held = this.market.exchange.positions.lots(owner, asset)
    const reducible = held > 0 === isUp ? Math.abs(held) : 0
    const lots = request.contracts === null ? reducible : readShares(request.contracts, 'contracts')
    if (reducible === 0 || lots > reducible) {
      const detail =
        reducible === 0
          ? `There is no ${request.direction} position in ${request.asset} to close.`
          : `The position is ${sharesText(reducible)} contracts; ${sharesText(lots)} is more than that.`
      throw new VenueError(409, 'reduce_only_would_increase', detail, 'contracts')
    }
    return this.#order(request.account, asset, !isUp, this.#limit(asset, !isUp, slippage, isUp), lots, true)
  }

  /** @throws VenueError for every violated rule; nothing has changed then. */
  place(request: BinaryOrderRequest): BinaryPlaceResult {
    const owner = this.find(request.account)
    const terms: OrderTerms = {
      owner: owner.id,
      asset: this.market.number(request.asset),
      isBuy: request.isBuy,
      price: readProbability(request.price),
      lots: readShares(request.size),
      tif: 'IOC',
      reduceOnly: request.reduceOnly,
      cloid: request.cloid?.toLowerCase() ?? null,
    }
    if (!terms.reduceOnly) requireSetUp(this.leverageOf(owner, terms.asset))
    const refusal = orderRefusal(this.market, owner, terms)
    if (refusal !== null) throw refusal
    const placed = this.market.exchange.place(terms)
    this.market.host.flush()
    const { status, oid, filled, avg_px } = placeResult('binary', placed)
    return { status, oid, filled_contracts: filled, avg_px }
  }

  on(listener: (event: BinaryEvent) => void): () => void {
    return this.market.changes.on(listener)
  }

  /** Control: null removes the forced status. */
  forceStatus(asset: string, status: ForcedStatus): void {
    this.market.force(this.market.number(asset), status)
    this.market.host.flush()
  }

  positions(account: LedgerAccount): PositionInfo[] {
    return BINARY_ASSETS.flatMap((asset, number) => {
      const position = this.market.exchange.positions.get(account, number)
      if (position === null) return []
      const { lots, cost, margin, realized } = position
      const upCost = lots > 0 ? cost : shareValue(CERTAIN, -lots) - cost
      const liquidation = this.market.exchange.liquidationPrice(lots, cost - margin)
      return {
        family: 'binary' as const,
        asset,
        size: sharesText(lots),
        entry_px: averageProbabilityText(upCost, lots) ?? probabilityText(0),
        mark_px: probabilityText(this.market.markOf(number)),
        leverage: this.leverageOf(account, number),
        margin: moneyText(margin),
        unrealized_pnl: moneyText(valueAt(lots, this.market.markOf(number)) - cost),
        realized_pnl: moneyText(realized),
        liquidation_px: liquidation === null ? null : probabilityText(liquidation),
      }
    })
  }

  equity(account: LedgerAccount): bigint {
    return BINARY_ASSETS.reduce((sum, _, number) => {
      const position = this.market.exchange.positions.get(account, number)
      if (position === null) return sum
      const own = position.margin + valueAt(position.lots, this.market.markOf(number)) - position.cost
      return own > 0n ? sum + own : sum
    }, 0n)
  }

  leverageOf(account: LedgerAccount, asset: number): number {
    return this.#leverage.get(account.id)?.[asset] ?? 1
  }

  restoreLeverage(account: LedgerAccount, asset: number, leverage: number): void {
    const known = this.#leverage.get(account.id) ?? BINARY_ASSETS.map(() => 1)
    known[asset] = leverage
    this.#leverage.set(account.id, known)
  }

  /**
   * The limit of an order, in the price of UP: the best opposite price (the mark when there is none), moved by the slippage in the price of the
   * direction opened or closed, rounded towards the better price.
   */
  #limit(asset: number, isBuy: boolean, slippage: number, isUp: boolean): number {
    const book = this.market.exchange.book(asset)
    const best = isBuy ? book.bestAsk : book.bestBid
    const own = ownPrice(isUp, best < 0 ? this.market.markOf(asset) : best)
    const opens = isBuy === isUp
    const scaled = own * (opens ? WHOLE + slippage : WHOLE - slippage)
    const limit = opens ? Math.floor(scaled / WHOLE) : Math.ceil(scaled / WHOLE)
    return ownPrice(isUp, Math.max(1, Math.min(CERTAIN - 1, limit)))
  }

  #order(account: Account, asset: number, isBuy: boolean, price: number, lots: number, reduceOnly: boolean) {
    return {
      account,
      asset: this.market.name(asset),
      isBuy,
      price: probabilityText(price),
      size: sharesText(lots),
      reduceOnly,
      cloid: null,
      estimate: estimateOf('binary', this.market.exchange.book(asset), isBuy, lots, price),
    }
  }

  protected info(order: Order): OrderInfo {
    return orderInfo('binary', order, this.market.name(order.asset))
  }
}

function readDirection(direction: string): BinaryDirection {
  if (direction === 'UP' || direction === 'DOWN') return direction
  throw new VenueError(400, 'bad_request', 'Direction must be UP or DOWN.', 'direction')
}
