/**
 * The scalar markets for the HTTP routes (docs/service/market-data.md) and the WebSocket. No network; callers are authenticated, amounts are exact
 * decimal text, every refusal is a `VenueError`.
 */
import type { Order, OrderStatus, OrderTerms } from '../engine.ts'
import { type Holding, type LedgerAccount, maintenanceRequired, marginRequired, unrealizedOf } from '../ledger/index.ts'
import {
  type Account,
  averageText,
  type Estimate,
  type ForcedStatus,
  moneyText,
  type OrderInfo,
  type OrderKey,
  orderInfo,
  type PlaceRequest,
  type PlaceResult,
  type PositionInfo,
  placeResult,
  priceText,
  readPrice,
  readSize,
  sizeText,
  VenueError,
} from '../market/index.ts'
import { ScalarReads } from './market-reads.ts'

/** Why an order cannot be canceled, by its status. */
const GONE: Readonly<Record<OrderStatus, (key: string) => string>> = {
  resting: (key) => `The order with ${key} is not open.`,
  partially_filled: (key) => `The order with ${key} is not open.`,
  filled: (key) => `The order with ${key} has filled.`,
  cancelled: (key) => `The order with ${key} was already canceled.`,
  expired: (key) => `The order with ${key} has expired.`,
}

export class ScalarCore extends ScalarReads {
  leverage(account: Account, asset: string): number {
    return this.market.host.ledger.holding(this.find(account), this.market.state.number(asset)).leverage
  }

  /** @throws VenueError for every violated rule; nothing has changed then. */
  place(request: PlaceRequest): PlaceResult {
    const asset = this.market.state.number(request.asset)
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
    const closed = this.market.state.refusal(asset, terms.reduceOnly)
    if (closed !== null) throw closed
    const placed = this.market.exchange.place(terms)
    if (placed instanceof VenueError) throw placed
    this.market.host.flush()
    return placeResult('scalar', placed)
  }

  cancel(account: Account, asset: string, by: OrderKey): OrderInfo {
    const number = this.market.state.number(asset)
    const order = this.market.exchange.records.lookUp(this.find(account), by)
    if (order === null || order.level === null || order.asset !== number) {
      const key = 'oid' in by ? `id ${by.oid}` : `client order id ${by.cloid}`
      const detail =
        order === null
          ? `There is no open order with ${key} in ${asset}.`
          : order.asset === number
            ? GONE[order.status](key)
            : `The order with ${key} is not in ${asset}.`
      throw new VenueError(404, 'unknown_order', detail, 'oid' in by ? 'oid' : 'cloid')
    }
    this.market.exchange.withdraw(order, 'cancelled')
    this.market.host.flush()
    return this.info(order)
  }

  setLeverage(account: Account, asset: string, leverage: number): void {
    const { host, mark } = this.market
    const { ledger } = host
    const owner = this.find(account)
    const holding = ledger.holding(owner, this.market.state.number(asset))
    if (!Number.isInteger(leverage) || leverage < 1 || leverage > ledger.maxLeverage) {
      const detail = `Leverage must be a whole number from 1 to ${ledger.maxLeverage}.`
      throw new VenueError(400, 'bad_request', detail, 'leverage')
    }
    const before = { leverage: holding.leverage, margin: holding.margin }
    const target = marginRequired(holding.cost < 0n ? -holding.cost : holding.cost, leverage)
    holding.leverage = leverage
    ledger.setMargin(owner, holding, target)
    const value = BigInt(Math.abs(holding.lots) * mark)
    const equity = target + unrealizedOf(holding, mark)
    const short = owner.usdc - owner.reserved
    if (short < 0n || (holding.lots !== 0 && equity < maintenanceRequired(value, ledger.maxLeverage))) {
      holding.leverage = before.leverage
      ledger.setMargin(owner, holding, before.margin)
      const detail =
        short < 0n
          ? `At ${leverage}× position and orders need ${moneyText(-short)} USDC more than is available.`
          : `At ${leverage}× the position would be liquidated at once: ${moneyText(target)} USDC margin is too little.`
      throw new VenueError(409, 'insufficient_margin', detail, 'leverage')
    }
    host.accountChanged(owner)
    host.flush()
  }

  /** The reduce-only order that closes `size` (all when null) of the position, for `POST /v1/close`. */
  closeOrder(
    account: Account,
    asset: string,
    size: string | null,
    slippagePct: string,
  ): PlaceRequest & { estimate: Estimate } {
    const held = this.market.host.ledger.holding(this.find(account), this.market.state.number(asset)).lots
    const lots = size === null ? Math.abs(held) : readSize(size)
    if (held === 0 || lots > Math.abs(held)) {
      const detail =
        held === 0
          ? `There is no position in ${asset} to close.`
          : `The position is ${sizeText(held)}; ${sizeText(lots)} is more than that.`
      throw new VenueError(409, 'reduce_only_would_increase', detail, 'size')
    }
    const isBuy = held < 0
    const estimate = this.estimate(asset, isBuy, sizeText(lots), slippagePct)
    const terms = { account, asset, isBuy, price: estimate.limit_px, size: sizeText(lots), tif: 'IOC' } as const
    return { ...terms, reduceOnly: true, cloid: null, estimate }
  }

  forceStatus(asset: string, status: ForcedStatus): void {
    this.market.force(asset, status)
    this.market.host.flush()
  }

  positions(account: LedgerAccount): PositionInfo[] {
    return [...account.holdings.values()]
      .filter((holding) => holding.lots !== 0)
      .map((holding) => positionInfo(holding, this.market.state.name(holding.asset), this.market.mark))
  }

  equity(account: LedgerAccount): bigint {
    let equity = 0n
    for (const holding of account.holdings.values()) {
      if (holding.lots !== 0) equity += holding.margin + unrealizedOf(holding, this.market.mark)
    }
    return equity
  }

  protected info(order: Order): OrderInfo {
    return orderInfo('scalar', order, this.market.state.name(order.asset))
  }
}

function positionInfo(holding: Holding, asset: string, markTicks: number): PositionInfo {
  return {
    family: 'scalar',
    asset,
    size: sizeText(holding.lots),
    entry_px: averageText(holding.cost, holding.lots) ?? priceText(0),
    mark_px: priceText(markTicks),
    leverage: holding.leverage,
    margin: moneyText(holding.margin),
    unrealized_pnl: moneyText(unrealizedOf(holding, markTicks)),
    realized_pnl: moneyText(holding.realized),
    liquidation_px: holding.liquidation === null ? null : priceText(holding.liquidation),
  }
}
