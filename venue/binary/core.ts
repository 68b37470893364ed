/** The binary markets behind their agreed interface. */
import { fromUnits } from '../../contract/decimal.ts'
import { bucketAt } from '../buckets/index.ts'
import type { OrderTerms } from '../engine/index.ts'
import { CERTAIN, type LedgerAccount, shareValue } from '../ledger/index.ts'
import type { FamilyAccounts, OrderKey } from '../market/index.ts'
import * as venue from '../market/index.ts'
import {
  averageProbabilityText,
  middleText,
  moneyText,
  priceText,
  probabilityEstimate,
  probabilityLevels,
  probabilityOrder,
  probabilityText,
  readMoney,
  readProbability,
  readShares,
  readSlippage,
  sharesText,
} from '../market/index.ts'
import { markCandles } from './candles.ts'
import { OPEN_INTEREST_CAP, orderRefusal, phaseRefusal, requireSetUp } from './checks.ts'
import type * as face from './interface.ts'
import { BINARY_ASSETS, type BinaryMarket, FIRST_BINARY_ID } from './market.ts'
import { phaseAt } from './phases.ts'
import { ownPrice, valueAt } from './positions.ts'

const MOST_SETTLEMENTS = 500
/** A slippage of 100 %, in the units of `readSlippage`. */
const WHOLE = 1_000_000

export class PracticeBinaryCore implements face.BinaryCore, FamilyAccounts {
  readonly #market: BinaryMarket
  /** Leverage by account number and asset; 1 until set up. */
  readonly #leverage = new Map<number, number[]>()

  constructor(market: BinaryMarket) {
    this.#market = market
  }

  markets(): face.BinaryMarketInfo[] {
    return BINARY_ASSETS.map((asset, number) => ({
      asset,
      asset_id: FIRST_BINARY_ID + number,
      status: this.#market.status(number),
      midpoint: this.#market.bucket.asset === number ? midpointText(this.#midpoint()) : null,
      sz_decimals: 2,
      tick_size: '0.001',
      leverage: 2,
    }))
  }

  status(): face.BinaryStatusInfo {
    const market = this.#market
    const left = market.cutoff - market.host.now()
    return {
      paused: market.forced(market.bucket.asset) === 'paused',
      active_asset: market.name(market.bucket.asset),
      phase: market.phase,
      entry_cutoff: market.cutoff,
      seconds_to_cutoff: Math.max(0, Math.ceil(left / 1000)),
    }
  }

  bucket(): face.BinaryBucketInfo {
    const market = this.#market
    const { bucket, phase } = phaseAt(market.rules, market.host.now())
    return {
      asset: market.name(bucket.asset),
      start: bucket.start,
      end: bucket.end,
      phase,
      midpoint: midpointText(market.midpoint(bucket)),
      server_time: market.host.now(),
    }
  }

  ticker(asset: string): face.BinaryTickerInfo {
    const number = this.#market.number(asset)
    const { bestBid, bestAsk } = this.#market.exchange.book(number)
    return {
      asset,
      mark: probabilityText(this.#markOf(number)),
      mid: bestBid < 0 || bestAsk < 0 ? null : middleText(bestBid + bestAsk),
      bid: bestBid < 0 ? null : probabilityText(bestBid),
      ask: bestAsk < 0 ? null : probabilityText(bestAsk),
      last: this.#market.exchange.tapes[number]?.last()?.px ?? null,
      open_interest: sharesText(this.#market.exchange.positions.openInterest(number)),
      status: this.#market.status(number),
      time: this.#market.host.now(),
    }
  }

  book(asset: string, levels: number): venue.BookInfo {
    const book = this.#market.exchange.book(this.#market.number(asset))
    const side = (isBuy: boolean) => probabilityLevels(book, isBuy, levels, false)
    return { asset, time: this.#market.host.now(), levels: [side(true), side(false)] }
  }

  recentTrades(asset: string, limit: number): venue.PublicTradeInfo[] {
    return this.#market.exchange.tapes[this.#market.number(asset)]?.newest(limit) ?? []
  }

  candles(asset: string, resolutionSeconds: number, from: number, to: number): venue.CandleInfo[] {
    return markCandles(this.#market, this.#market.number(asset), resolutionSeconds, from, to)
  }

  settlements(limit: number) {
    const { rules, bucket: present } = this.#market
    const count = Math.max(0, Math.min(limit, MOST_SETTLEMENTS))
    return Array.from({ length: count }, (_, i) => {
      const bucket = bucketAt(rules, present.start - 1 - i * rules.bucketSeconds * 1000)
      const result: face.BinaryDirection = this.#market.endsAbove(bucket) ? 'UP' : 'DOWN'
      return {
        asset: this.#market.name(bucket.asset),
        end: bucket.end,
        midpoint: midpointText(this.#market.midpoint(bucket)),
        mark: priceText(this.#market.finalMark(bucket)),
        result,
      }
    })
  }

  openInterest() {
    return BINARY_ASSETS.map((asset, number) => ({
      asset,
      open_interest: sharesText(this.#market.exchange.positions.openInterest(number)),
      cap: sharesText(OPEN_INTEREST_CAP),
    }))
  }

  stateVersion(asset: string): number {
    return this.#market.version(this.#market.number(asset))
  }

  leverage(account: venue.Account, asset: string): number {
    return this.leverageOf(this.#find(account), this.#market.number(asset))
  }

  setLeverage(account: venue.Account, asset: string, leverage: number): void {
    const owner = this.#find(account)
    const number = this.#market.number(asset)
    requireSetUp(leverage)
    this.bringLeverage(owner, number, leverage)
    this.#market.host.accountChanged(owner)
    this.#market.host.flush()
  }

  setup(account: venue.Account): void {
    for (const asset of BINARY_ASSETS) this.setLeverage(account, asset, 2)
  }

  predictOrder(request: face.BinaryPredictRequest): face.BinaryOrderRequest & { estimate: venue.Estimate } {
    const owner = this.#find(request.account)
    const asset = this.#market.number(request.asset)
    const isBuy = readDirection(request.direction) === 'UP'
    const amount = readMoney(request.amount_usdc, 'amount_usdc')
    const slippage = readSlippage(request.slippage_pct)
    requireSetUp(this.leverageOf(owner, asset))
    const closed = phaseRefusal(this.#market, asset, false)
    if (closed !== null) throw closed
    const price = this.#limit(asset, isBuy, slippage, isBuy)
    const lots = Number(amount / shareValue(ownPrice(isBuy, price), 1))
    if (lots < 1) {
      const detail = `${moneyText(amount)} USDC buys less than 0.01 contract at ${probabilityText(ownPrice(isBuy, price))}.`
      throw new venue.VenueError(400, 'bad_request', detail, 'amount_usdc')
    }
    return this.#order(request.account, asset, isBuy, price, lots, false)
  }

  closeOrder(request: face.BinaryCloseRequest): face.BinaryOrderRequest & { estimate: venue.Estimate } {
    const owner = this.#find(request.account)
    const asset = this.#market.number(request.asset)
    const isUp = readDirection(request.direction) === 'UP'
    const slippage = readSlippage(request.slippage_pct)
    const closed = phaseRefusal(this.#market, asset, true)
    if (closed !== null) throw closed
    const held = this.#market.exchange.positions.lots(owner, asset)
    const reducible = held > 0 === isUp ? Math.abs(held) : 0
    const lots = request.contracts === null ? reducible : readShares(request.contracts, 'contracts')
    if (reducible === 0 || lots > reducible) {
      const detail =
        reducible === 0
          ? `There is no ${request.direction} position in ${request.asset} to close.`
          : `The position is ${sharesText(reducible)} contracts; ${sharesText(lots)} is more than that.`
      throw new venue.VenueError(409, 'reduce_only_would_increase', detail, 'contracts')
    }
    return this.#order(request.account, asset, !isUp, this.#limit(asset, !isUp, slippage, isUp), lots, true)
  }

  place(request: face.BinaryOrderRequest): face.BinaryPlaceResult {
    const owner = this.#find(request.account)
    const terms: OrderTerms = {
      owner: owner.id,
      asset: this.#market.number(request.asset),
      isBuy: request.isBuy,
      price: readProbability(request.price),
      lots: readShares(request.size),
      tif: 'IOC',
      reduceOnly: request.reduceOnly,
      cloid: request.cloid?.toLowerCase() ?? null,
    }
    if (!terms.reduceOnly) requireSetUp(this.leverageOf(owner, terms.asset))
    const refusal = orderRefusal(this.#market, owner, terms)
    if (refusal !== null) throw refusal
    const { order, filledLots, filledValue } = this.#market.exchange.execute(terms)
    this.#market.host.flush()
    return {
      status: order.remaining === 0 ? 'filled' : filledLots > 0 ? 'partially_filled' : 'cancelled',
      oid: String(order.oid),
      filled_contracts: sharesText(filledLots),
      avg_px: averageProbabilityText(filledValue, filledLots),
    }
  }

  on(listener: (event: face.BinaryEvent) => void): () => void {
    return this.#market.changes.on(listener)
  }

  forceStatus(asset: string, status: venue.ForcedStatus): void {
    this.#market.force(this.#market.number(asset), status)
    this.#market.host.flush()
  }

  order(account: venue.Account | LedgerAccount, by: OrderKey): venue.OrderInfo | null {
    const owner = typeof account === 'string' ? this.#find(account) : account
    const order = this.#market.exchange.records.lookUp(owner, by)
    return order === null ? null : probabilityOrder(order, this.#market.name(order.asset), 'binary', false)
  }

  finalOrders(account: LedgerAccount, limit: number, before: number | null): venue.OrderInfo[] {
    return this.#market.exchange.records
      .finalOrders(account, limit, before)
      .map((order) => probabilityOrder(order, this.#market.name(order.asset), 'binary', false))
  }

  fills(account: LedgerAccount): readonly venue.FillInfo[] {
    return this.#market.exchange.records.of(account).fills
  }

  positions(account: LedgerAccount): venue.PositionInfo[] {
    return BINARY_ASSETS.flatMap((asset, number) => {
      const position = this.#market.exchange.positions.get(account, number)
      if (position === null) return []
      const { lots, cost, margin, realized } = position
      const upCost = lots > 0 ? cost : shareValue(CERTAIN, -lots) - cost
      const liquidation = this.#market.exchange.liquidationPrice(lots, cost - margin)
      return {
        family: 'binary' as const,
        asset,
        size: sharesText(lots),
        entry_px: averageProbabilityText(upCost, lots) ?? probabilityText(0),
        mark_px: probabilityText(this.#markOf(number)),
        leverage: this.leverageOf(account, number),
        margin: moneyText(margin),
        unrealized_pnl: moneyText(valueAt(lots, this.#markOf(number)) - cost),
        realized_pnl: moneyText(realized),
        liquidation_px: liquidation === null ? null : probabilityText(liquidation),
      }
    })
  }

  equity(account: LedgerAccount): bigint {
    return BINARY_ASSETS.reduce((sum, _, number) => {
      const position = this.#market.exchange.positions.get(account, number)
      if (position === null) return sum
      const own = position.margin + valueAt(position.lots, this.#markOf(number)) - position.cost
      return own > 0n ? sum + own : sum
    }, 0n)
  }

  leverageOf(account: LedgerAccount, asset: number): number {
    return this.#leverage.get(account.id)?.[asset] ?? 1
  }

  bringLeverage(account: LedgerAccount, asset: number, leverage: number): void {
    const known = this.#leverage.get(account.id) ?? BINARY_ASSETS.map(() => 1)
    known[asset] = leverage
    this.#leverage.set(account.id, known)
  }

  /**
   * The limit of an order, in the price of UP: the best price that faces it (the mark when none does), moved by the slippage in the
   * price of the direction that is opened or closed, rounded towards the better price.
   */
  #limit(asset: number, isBuy: boolean, slippage: number, isUp: boolean): number {
    const book = this.#market.exchange.book(asset)
    const best = isBuy ? book.bestAsk : book.bestBid
    const own = ownPrice(isUp, best < 0 ? this.#markOf(asset) : best)
    const opens = isBuy === isUp
    const scaled = own * (opens ? WHOLE + slippage : WHOLE - slippage)
    const limit = opens ? Math.floor(scaled / WHOLE) : Math.ceil(scaled / WHOLE)
    return ownPrice(isUp, Math.max(1, Math.min(CERTAIN - 1, limit)))
  }

  #order(account: venue.Account, asset: number, isBuy: boolean, price: number, lots: number, reduceOnly: boolean) {
    return {
      account,
      asset: this.#market.name(asset),
      isBuy,
      price: probabilityText(price),
      size: sharesText(lots),
      reduceOnly,
      cloid: null,
      estimate: probabilityEstimate(this.#market.exchange.book(asset), isBuy, lots, price, false),
    }
  }

  #midpoint(): number {
    return this.#market.midpoint(this.#market.bucket)
  }

  /** The fair price of an asset: that of its bucket, even odds while it waits. */
  #markOf(asset: number): number {
    return this.#market.bucket.asset === asset ? this.#market.mark : CERTAIN / 2
  }

  #find(account: venue.Account): LedgerAccount {
    return venue.requireAccount(this.#market.host.ledger, account)
  }
}

/** Half ticks of the mark as text: 114001 → `570.005`. */
const midpointText = (halfTicks: number): string => fromUnits(BigInt(halfTicks) * 5n, 3)

function readDirection(direction: string): face.BinaryDirection {
  if (direction === 'UP' || direction === 'DOWN') return direction
  throw new venue.VenueError(400, 'bad_request', 'Direction must be UP or DOWN.', 'direction')
}
