/** The practice venue's core: one clock, one oracle, the books and the ledger behind the agreed interface. */
import { type Bucket, bucketRules } from '../buckets/index.ts'
import type { Order, OrderTerms } from '../engine/index.ts'
import {
  Ledger,
  type LedgerAccount,
  LOTS_PER_CONTRACT,
  maintenanceRequired,
  marginRequired,
  unrealizedOf,
} from '../ledger/index.ts'
import { candles, Oracle } from '../oracle/index.ts'
import { COARSE_STEP, Desk, MAKERS, STEP, TAKERS } from '../traders/index.ts'
import { estimateFor, limitWithin } from './estimate.ts'
import { EventQueue } from './events.ts'
import { Exchange } from './exchange.ts'
import * as face from './interface.ts'
import { liquidateAll } from './liquidation.ts'
import { MarketState } from './market-state.ts'
import { exportState, importState, type Parts } from './persistence.ts'
import { accountInfo, orderInfo, placeResult } from './present.ts'
import { savedState } from './saved.ts'
import { Tape } from './tape.ts'
import {
  moneyText,
  priceText,
  readMoney,
  readPrice,
  readSize,
  readSlippage,
  readTemperature,
  sizeText,
} from './texts.ts'

export interface VenueCoreOptions {
  seed: number | string
  /** Venue time of the start, ms. */
  startTime: face.VenueTime
  /** Length of a bucket; at least 20 s. */
  bucketMinutes?: number
  /** How long no asset is live after a close; at most a quarter of the bucket. */
  settleSeconds?: number
  /** Whether the venue's own makers and takers trade. */
  traders?: boolean
  assets?: readonly string[]
  /** Open-interest cap per asset, contracts. */
  openInterestCap?: number
}

const STATION = 'KNYC Central Park, New York'
const MAX_LEVERAGE = 10
const DAY = 86_400
const TRADER_DEPOSIT = 1_000_000_000_000_000n
const INSURANCE_FUND = 1_000_000_000_000n
/** When more than this passes at once, ms, the traders take coarse steps. */
const COARSE_BEYOND = 60_000
type OrderKey = { oid: string } | { cloid: string }

export class PracticeVenueCore implements face.VenueCore {
  readonly #state: MarketState
  readonly #oracle: Oracle
  readonly #ledger = new Ledger({
    maxLeverage: MAX_LEVERAGE,
    defaultLeverage: MAX_LEVERAGE,
    insuranceFund: INSURANCE_FUND,
  })
  readonly #exchange: Exchange
  readonly #tapes: readonly Tape[]
  readonly #events = new EventQueue()
  readonly #desk: Desk | null
  readonly #settlements = new Map<number, number>()
  #now: number
  #mark: number

  constructor(options: VenueCoreOptions) {
    const { seed, startTime, bucketMinutes = 120, settleSeconds = 5, assets = ['NYCTMP1', 'NYCTMP2'] } = options
    if (!Number.isSafeInteger(startTime))
      throw new RangeError(`startTime must be whole milliseconds; ${startTime} is not`)
    this.#now = startTime
    this.#state = new MarketState(bucketRules(assets, bucketMinutes, settleSeconds), startTime)
    this.#oracle = new Oracle(seed)
    this.#mark = this.#oracle.markTicks(this.#second())
    this.#tapes = assets.map(() => new Tape())
    this.#exchange = new Exchange({
      assets,
      ledger: this.#ledger,
      openInterestCap: (options.openInterestCap ?? 50_000) * LOTS_PER_CONTRACT,
      now: () => this.#now,
      events: {
        bookChanged: (asset) => this.#events.book(this.#state.name(asset)),
        traded: (asset, takerIsBuy, price, lots, tid) => this.#traded(asset, takerIsBuy, price, lots, tid),
        accountChanged: (account) => {
          if (!account.internal) this.#events.account(account.address as face.Account)
        },
      },
    })
    this.#desk = options.traders === false ? null : this.#hireTraders(seed)
    if (this.#state.live !== null) this.#desk?.open(this.#state.bucket, startTime)
  }

  now(): number {
    return this.#now
  }

  advanceTo(time: number): void {
    const target = Math.floor(time)
    const coarse = target - this.#now > COARSE_BEYOND
    const step = coarse ? COARSE_STEP : STEP
    for (;;) {
      const nextSecond = (this.#second() + 1) * 1000
      const nextStep = this.#desk === null ? nextSecond : Math.floor(this.#now / step + 1) * step
      const next = Math.min(nextSecond, nextStep)
      if (next > target) break
      this.#now = next
      if (next === nextSecond) this.#onSecond()
      if (next === nextStep) this.#tradersStep(coarse)
      // A long stretch is told in coarse steps as well: nobody reads each second of a day at once.
      if (!coarse || next % COARSE_STEP === 0) this.#events.flush()
    }
    this.#now = Math.max(this.#now, target)
    this.#events.flush()
  }

  nextDue(): number {
    return Math.floor(this.#now / (this.#desk === null ? 1000 : STEP) + 1) * (this.#desk === null ? 1000 : STEP)
  }

  markets(): face.MarketInfo[] {
    return this.#state.rules.assets.map((asset, number) => ({
      asset,
      asset_id: number,
      status: this.#state.status(number),
      sz_decimals: 4,
      tick_size: '0.01',
      max_leverage: MAX_LEVERAGE,
      station: STATION,
    }))
  }

  bucket() {
    return { ...this.#state.infos(this.#now), server_time: this.#now }
  }

  ticker(asset: string): face.TickerInfo {
    const number = this.#state.number(asset)
    const { bestBid, bestAsk } = this.#exchange.book(number)
    const tape = this.#tape(number)
    return {
      asset,
      mark: priceText(this.#mark),
      oracle: priceText(this.#mark),
      mid: bestBid < 0 || bestAsk < 0 ? null : midText(bestBid + bestAsk),
      bid: bestBid < 0 ? null : priceText(bestBid),
      ask: bestAsk < 0 ? null : priceText(bestAsk),
      last: tape.last()?.px ?? null,
      volume_24h: moneyText(tape.volume(this.#now)),
      open_interest: sizeText(this.#ledger.openInterest(number)),
      prev_day: priceText(this.#oracle.markTicks(this.#second() - DAY)),
      status: this.#state.status(number),
      time: this.#now,
    }
  }

  book(asset: string, levels: number): face.BookInfo {
    const book = this.#exchange.book(this.#state.number(asset))
    const side = (isBuy: boolean): face.BookLevel[] =>
      Array.from(book.levels(isBuy, levels), ({ price, lots, count }) => ({
        px: priceText(price),
        sz: sizeText(lots),
        n: count,
      }))
    return { asset, time: this.#now, levels: [side(true), side(false)] }
  }

  recentTrades(asset: string, limit: number): face.PublicTradeInfo[] {
    return this.#tape(this.#state.number(asset)).newest(limit)
  }

  candles(asset: string, resolutionSeconds: number, from: number, to: number): face.CandleInfo[] {
    this.#state.number(asset)
    if (!Number.isSafeInteger(resolutionSeconds) || resolutionSeconds < 1) {
      throw new face.VenueError(
        400,
        'bad_request',
        'A resolution is a whole number of seconds, 1 or more.',
        'resolution',
      )
    }
    const rows = candles(this.#oracle, resolutionSeconds, Math.ceil(from / 1000), Math.floor(to / 1000), this.#second())
    return rows.map(({ second, open, high, low, close }) => ({
      time: second * 1000,
      open: priceText(open),
      high: priceText(high),
      low: priceText(low),
      close: priceText(close),
    }))
  }

  openInterest() {
    return this.#state.rules.assets.map((asset, number) => ({
      asset,
      open_interest: sizeText(this.#ledger.openInterest(number)),
      cap: sizeText(this.#exchange.openInterestCap),
    }))
  }

  settlements(limit: number) {
    const { assets, bucketSeconds } = this.#state.rules
    const length = bucketSeconds * 1000
    return Array.from({ length: Math.max(0, Math.min(limit, 500)) }, (_, i) => {
      const end = this.#state.bucket.start - i * length
      const number = (end - length) / length
      return { asset: assets[number % assets.length] ?? '', end, mark: priceText(this.#finalMark(end)) }
    })
  }

  stateVersion(asset: string): number {
    return this.#state.version(this.#state.number(asset))
  }

  createAccount(account: face.Account, deposit: { usdc: string; usdh: string }): void {
    const usdc = readMoney(deposit.usdc, 'usdc')
    const usdh = readMoney(deposit.usdh, 'usdh')
    this.#ledger.deposit(this.#ledger.open(account, false), usdc, usdh)
    this.#events.account(account)
    this.#events.flush()
  }

  hasAccount(account: face.Account): boolean {
    return this.#ledger.find(account) !== null
  }

  account(account: face.Account): face.AccountInfo {
    return accountInfo(this.#find(account), (asset) => this.#state.name(asset), this.#mark)
  }

  leverage(account: face.Account, asset: string): number {
    return this.#ledger.holding(this.#find(account), this.#state.number(asset)).leverage
  }

  fees(account: face.Account) {
    this.#find(account)
    return { maker_bps: '1.0', taker_bps: '4.5' }
  }

  openOrders(account: face.Account): face.OrderInfo[] {
    return Array.from(this.#recordsOf(account).resting.values(), (order) => this.#info(order)).reverse()
  }

  orderHistory(account: face.Account, limit: number, before: number | null): face.OrderInfo[] {
    const final = this.#recordsOf(account).orders.filter(
      (o) => o.level === null && (before === null || o.time < before),
    )
    return newest(final, limit).map((order) => this.#info(order))
  }

  fills(account: face.Account, limit: number, before: number | null): face.FillInfo[] {
    return newest(
      this.#recordsOf(account).fills.filter((fill) => before === null || fill.time < before),
      limit,
    )
  }

  order(account: face.Account, by: OrderKey): face.OrderInfo | null {
    const order = this.#lookUp(this.#find(account), by)
    return order === null ? null : this.#info(order)
  }

  place(request: face.PlaceRequest): face.PlaceResult {
    const asset = this.#state.number(request.asset)
    const terms: OrderTerms = {
      owner: this.#find(request.account).id,
      asset,
      isBuy: request.isBuy,
      price: readPrice(request.price),
      lots: readSize(request.size),
      tif: request.tif,
      reduceOnly: request.reduceOnly,
      cloid: request.cloid?.toLowerCase() ?? null,
    }
    const closed = this.#state.refusal(asset, terms.reduceOnly)
    if (closed !== null) throw closed
    const placed = this.#exchange.place(terms)
    if (placed instanceof face.VenueError) throw placed
    this.#events.flush()
    return placeResult(placed)
  }

  cancel(account: face.Account, asset: string, by: OrderKey): face.OrderInfo {
    const number = this.#state.number(asset)
    const order = this.#lookUp(this.#find(account), by)
    if (order === null || order.level === null || order.asset !== number) {
      const which = 'oid' in by ? `with id ${by.oid}` : `with client order id ${by.cloid}`
      const why = order === null ? '' : order.asset === number ? `: it is ${order.status}` : ': it is in another asset'
      const detail = `There is no open order ${which} in ${asset}${why}.`
      throw new face.VenueError(404, 'unknown_order', detail, 'oid' in by ? 'oid' : 'cloid')
    }
    this.#exchange.withdraw(order, 'cancelled')
    this.#events.flush()
    return this.#info(order)
  }

  setLeverage(account: face.Account, asset: string, leverage: number): void {
    const owner = this.#find(account)
    const holding = this.#ledger.holding(owner, this.#state.number(asset))
    if (!Number.isInteger(leverage) || leverage < 1 || leverage > MAX_LEVERAGE) {
      throw new face.VenueError(
        400,
        'bad_request',
        `Leverage must be a whole number from 1 to ${MAX_LEVERAGE}.`,
        'leverage',
      )
    }
    const before = { leverage: holding.leverage, margin: holding.margin }
    const target = marginRequired(holding.cost < 0n ? -holding.cost : holding.cost, leverage)
    holding.leverage = leverage
    this.#ledger.setMargin(owner, holding, target)
    const value = BigInt(Math.abs(holding.lots) * this.#mark)
    const equity = target + unrealizedOf(holding, this.#mark)
    const short = owner.usdc - owner.reserved
    if (short < 0n || (holding.lots !== 0 && equity < maintenanceRequired(value, MAX_LEVERAGE))) {
      holding.leverage = before.leverage
      this.#ledger.setMargin(owner, holding, before.margin)
      const detail =
        short < 0n
          ? `At ${leverage}× position and orders need ${moneyText(-short)} USDC more than is available.`
          : `At ${leverage}× the position would be liquidated at once: ${moneyText(target)} USDC margin is too little.`
      throw new face.VenueError(409, 'insufficient_margin', detail, 'leverage')
    }
    this.#events.account(account)
    this.#events.flush()
  }

  estimate(asset: string, isBuy: boolean, size: string, slippagePct: string): face.Estimate {
    const book = this.#exchange.book(this.#state.number(asset))
    const limit = limitWithin(book, this.#mark, isBuy, readSlippage(slippagePct))
    return estimateFor(book, isBuy, readSize(size), limit)
  }

  closeOrder(account: face.Account, asset: string, size: string | null, slippagePct: string) {
    const held = this.#ledger.holding(this.#find(account), this.#state.number(asset)).lots
    const lots = size === null ? Math.abs(held) : readSize(size)
    if (held === 0 || lots > Math.abs(held)) {
      const detail =
        held === 0
          ? `There is no position in ${asset} to close.`
          : `The position is ${sizeText(held)}; ${sizeText(lots)} is more than that.`
      throw new face.VenueError(409, 'reduce_only_would_increase', detail, 'size')
    }
    const isBuy = held < 0
    const estimate = this.estimate(asset, isBuy, sizeText(lots), slippagePct)
    const terms = { account, asset, isBuy, price: estimate.limit_px, size: sizeText(lots), tif: 'IOC' } as const
    return { ...terms, reduceOnly: true, cloid: null, estimate }
  }

  on(listener: (event: face.VenueEvent) => void): () => void {
    return this.#events.on(listener)
  }

  exportAccounts(accounts: face.Account[]): unknown {
    return exportState(
      this.#parts(),
      accounts.map((account) => this.#find(account)),
    )
  }

  /** @throws ZodError when `saved` is not what `exportAccounts` gives. */
  importAccounts(saved: unknown): void {
    const state = savedState.parse(saved)
    // Orders that come back were there before the makers' quotes: they get the book to themselves first.
    this.#desk?.withdraw()
    importState(this.#parts(), state)
    this.#settlements.clear()
    this.#read()
    if (this.#state.live !== null && this.#marketTrades()) this.#desk?.rebuild(this.#state.bucket, this.#now)
    for (const { address } of state.accounts) this.#events.account(address as face.Account)
    this.#events.flush()
  }

  forceStatus(asset: string, status: face.ForcedStatus): void {
    const number = this.#state.number(asset)
    this.#state.force(number, status)
    if (status === 'settled') this.#exchange.expireAll(number)
    this.#events.context(asset)
    this.#events.bucket()
    this.#events.flush()
  }

  setTemperature(temperatureF: string): void {
    this.#oracle.pin(this.#second(), readTemperature(temperatureF))
    this.#read()
    this.#events.flush()
  }

  /** Money that came from nowhere or went nowhere, micro-USDC: 0, always. For tests. */
  imbalance(): bigint {
    return this.#ledger.imbalance()
  }

  #hireTraders(seed: number | string): Desk {
    const hire = (name: string): number => {
      const account = this.#ledger.open(name, true)
      this.#ledger.deposit(account, TRADER_DEPOSIT, 0n)
      this.#state.rules.assets.forEach((_, asset) => {
        this.#ledger.holding(account, asset).leverage = 1
      })
      return account.id
    }
    const floor = {
      live: () => this.#state.live,
      book: (asset: number) => this.#exchange.book(asset),
      position: (account: number, asset: number) => this.#ledger.byId(account).holdings.get(asset)?.lots ?? 0,
      place: (terms: OrderTerms): Order | null => {
        const placed = this.#exchange.place(terms)
        return placed instanceof face.VenueError ? null : placed.order
      },
      cancel: (order: Order) => this.#exchange.withdraw(order, 'cancelled'),
    }
    const makers = Array.from({ length: MAKERS }, (_, i) => hire(`maker ${i + 1}`))
    const takers = Array.from({ length: TAKERS }, (_, i) => hire(`taker ${i + 1}`))
    return new Desk({ seed, oracle: this.#oracle, floor, makers, takers })
  }

  /** Everything that falls on a whole second: close, opening, phases, the reading and what it liquidates. */
  #onSecond(): void {
    if (this.#now >= this.#state.bucket.end) this.#close(this.#state.bucket)
    this.#read()
    if (this.#state.live === null && this.#now >= this.#state.bucket.opens) {
      this.#state.open()
      this.#events.bucket()
      if (this.#marketTrades()) this.#desk?.open(this.#state.bucket, this.#now)
    }
    if (this.#now === this.#state.bucket.finalFrom) this.#events.bucket()
  }

  #close(bucket: Bucket): void {
    this.#exchange.expireAll(bucket.asset)
    this.#exchange.settle(bucket.asset, this.#finalMark(bucket.end))
    this.#state.close()
    this.#events.bucket()
  }

  #read(): void {
    this.#mark = this.#oracle.markTicks(this.#second())
    for (const asset of this.#state.rules.assets) this.#events.context(asset)
    if (this.#marketTrades()) liquidateAll(this.#exchange, this.#state.bucket.asset, this.#mark, this.#now)
  }

  #tradersStep(coarse: boolean): void {
    if (this.#desk === null || !this.#marketTrades()) return
    const takersToo = this.#state.status(this.#state.bucket.asset) === 'active'
    this.#desk.step(this.#state.bucket, this.#now, coarse, takersToo)
  }

  #marketTrades(): boolean {
    return this.#state.trades(this.#state.bucket.asset)
  }

  #traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void {
    const trade: face.PublicTradeInfo = {
      coin: this.#state.name(asset),
      side: takerIsBuy ? 'B' : 'A',
      px: priceText(price),
      sz: sizeText(lots),
      time: this.#now,
      tid,
    }
    this.#tape(asset).add(trade, BigInt(price * lots))
    this.#events.trade(trade)
  }

  #finalMark(end: number): number {
    let mark = this.#settlements.get(end)
    if (mark === undefined) {
      mark = this.#oracle.averageTicks(end / 1000, this.#state.rules.finalSeconds)
      this.#settlements.set(end, mark)
    }
    return mark
  }

  #find(account: face.Account): LedgerAccount {
    const found = this.#ledger.find(account)
    if (found === null) throw new face.VenueError(404, 'unknown_account', `There is no account ${account}.`, 'account')
    return found
  }

  #recordsOf(account: face.Account) {
    return this.#exchange.records(this.#find(account))
  }

  #lookUp(account: LedgerAccount, by: OrderKey): Order | null {
    const records = this.#exchange.records(account)
    return 'oid' in by ? records.byOid(Number(by.oid)) : records.byCloid(by.cloid.toLowerCase())
  }

  #info(order: Order): face.OrderInfo {
    return orderInfo(order, this.#state.name(order.asset))
  }

  #tape(asset: number): Tape {
    const tape = this.#tapes[asset]
    if (tape === undefined) throw new RangeError(`no asset ${asset}`)
    return tape
  }

  #parts(): Parts {
    return { exchange: this.#exchange, state: this.#state, oracle: this.#oracle, time: this.#now }
  }

  #second(): number {
    return Math.floor(this.#now / 1000)
  }
}

/** The middle of two ticks given their sum: half ticks are shown. */
const midText = (sum: number): string => (sum % 2 === 0 ? priceText(sum / 2) : `${priceText((sum - 1) / 2)}5`)

/** The last `limit` of a list, newest first. */
const newest = <T>(list: readonly T[], limit: number): T[] => (limit <= 0 ? [] : list.slice(-limit).reverse())
