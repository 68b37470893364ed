/** The scalar markets over time: buckets, the mark, settlement, liquidation and the venue's own traders. */
import { type Bucket, bucketRules } from '../buckets.ts'
import type { Order, OrderTerms } from '../engine.ts'
import { bankruptcyTick, type LedgerAccount, LOTS_PER_CONTRACT } from '../ledger/index.ts'
import {
  type FamilyHost,
  type ForcedStatus,
  type PublicTradeInfo,
  Tape,
  tradeInfo,
  VenueError,
} from '../market/index.ts'
import { ScalarExchange } from './exchange.ts'
import { MarketState } from './market-state.ts'
import { MAKERS, ScalarTraders, TAKERS } from './traders.ts'

/** An event of the scalar markets; listeners are called synchronously, in order. */
export type ScalarEvent =
  | { kind: 'book'; asset: string }
  | { kind: 'trade'; trade: PublicTradeInfo }
  /** A new oracle reading or status: the context of the asset changed. */
  | { kind: 'context'; asset: string }
  /** The bucket, its phase or a market's status changed. */
  | { kind: 'bucket' }

/** Liquidates every position of the asset that the mark has reached. */
function liquidateAll(exchange: ScalarExchange, asset: number, mark: number): void {
  for (const account of exchange.ledger.accounts) {
    const holding = account.holdings.get(asset)
    if (holding === undefined || holding.liquidation === null) continue
    const reached = holding.lots > 0 ? mark <= holding.liquidation : mark >= holding.liquidation
    if (reached) liquidate(exchange, account, asset, mark)
  }
}

/**
 * Cancels the account's orders in the asset, sells into the book no worse than the price at which its margin is used up, and transfers the rest to
 * the insurance account at the mark.
 */
function liquidate(exchange: ScalarExchange, account: LedgerAccount, asset: number, mark: number): void {
  for (const order of [...exchange.records.of(account).resting.values()]) {
    if (order.asset === asset) exchange.withdraw(order, 'cancelled')
  }
  const holding = exchange.ledger.holding(account, asset)
  const terms = {
    owner: account.id,
    asset,
    isBuy: holding.lots < 0,
    price: bankruptcyTick(holding),
    lots: Math.abs(holding.lots),
    tif: 'IOC',
    reduceOnly: true,
    cloid: null,
  } as const
  exchange.sellOff(exchange.newOrder(terms), account, mark)
}

/** Micro-USDC. */
const TRADER_DEPOSIT = 1_000_000_000_000_000n

interface ScalarMarketOptions {
  readonly assets: readonly string[]
  /** Length of a bucket; at least 20 s. */
  readonly bucketMinutes: number
  /** How long no asset is live after a close, seconds; at most a quarter of the bucket. */
  readonly settleSeconds: number
  /** Open-interest cap per asset, contracts. */
  readonly openInterestCap: number
  /** Whether the venue's own makers and takers trade. */
  readonly traders: boolean
}

export class ScalarMarket {
  readonly host: FamilyHost
  readonly changes: ScalarChanges
  readonly state: MarketState
  readonly exchange: ScalarExchange
  /** The mark of the current second, ticks. */
  mark: number
  readonly #tapes: readonly Tape[]
  readonly #traders: ScalarTraders | null
  readonly #settlements = new Map<number, number>()

  /** @throws RangeError for an invalid bucket or pause. */
  constructor(host: FamilyHost, changes: ScalarChanges, options: ScalarMarketOptions) {
    const { assets, bucketMinutes, settleSeconds, openInterestCap, traders } = options
    this.host = host
    this.changes = changes
    this.state = new MarketState(bucketRules(assets, bucketMinutes, settleSeconds), host.now())
    this.mark = host.oracle.markTicks(this.second)
    this.#tapes = assets.map(() => new Tape())
    this.exchange = new ScalarExchange(host, {
      assets,
      openInterestCap: openInterestCap * LOTS_PER_CONTRACT,
      bookChanged: (asset) => changes.book(this.state.name(asset)),
      traded: (asset, takerIsBuy, price, lots, tid) => this.#traded(asset, takerIsBuy, price, lots, tid),
    })
    this.#traders = traders ? this.#createTraders() : null
    if (this.state.live !== null) this.#traders?.open(this.state.bucket, host.now())
  }

  /** The current second since the epoch. */
  get second(): number {
    return Math.floor(this.host.now() / 1000)
  }

  /** Work of every whole second: close, opening, phases, the reading and liquidations. */
  onSecond(): void {
    const now = this.host.now()
    if (now >= this.state.bucket.end) this.#close(this.state.bucket)
    this.read()
    if (this.state.live === null && now >= this.state.bucket.opens) {
      this.state.open()
      this.changes.bucket()
      if (this.#trades()) this.#traders?.open(this.state.bucket, now)
    }
    if (now === this.state.bucket.finalFrom) this.changes.bucket()
  }

  /** Lets the traders act. */
  step(coarse: boolean): void {
    if (this.#traders === null || !this.#trades()) return
    const takersToo = this.state.status(this.state.bucket.asset) === 'active'
    this.#traders.step(this.state.bucket, this.host.now(), coarse, takersToo)
  }

  /** Reads the mark and liquidates positions that it reaches. */
  read(): void {
    this.mark = this.host.oracle.markTicks(this.second)
    for (const asset of this.state.rules.assets) this.changes.context(asset)
    if (this.#trades()) liquidateAll(this.exchange, this.state.bucket.asset, this.mark)
  }

  /** Withdraws the venue's quotes until the next update. */
  withdraw(): void {
    this.#traders?.withdraw()
  }

  /** Accounts were restored, possibly with a different past of the oracle. */
  restored(): void {
    this.#settlements.clear()
  }

  /** The venue's own traders quote again, behind the restored orders. */
  requote(): void {
    if (this.state.live !== null && this.#trades()) this.#traders?.rebuild(this.state.bucket, this.host.now())
  }

  /** @throws VenueError `unknown_asset` */
  force(asset: string, status: ForcedStatus): void {
    const number = this.state.number(asset)
    this.state.force(number, status)
    if (status === 'settled') this.exchange.expireAll(number)
    this.changes.context(asset)
    this.changes.bucket()
  }

  /** @throws RangeError for an unknown asset number. */
  tape(asset: number): Tape {
    const tape = this.#tapes[asset]
    if (tape === undefined) throw new RangeError(`no asset ${asset}`)
    return tape
  }

  /** The final mark of the bucket that ended at `end` ms, ticks. */
  finalMark(end: number): number {
    let mark = this.#settlements.get(end)
    if (mark === undefined) {
      mark = this.host.oracle.averageTicks(end / 1000, this.state.rules.finalSeconds)
      this.#settlements.set(end, mark)
    }
    return mark
  }

  /** Whether the asset of the current bucket trades, even if only to reduce. */
  #trades(): boolean {
    return this.state.trades(this.state.bucket.asset)
  }

  #close(bucket: Bucket): void {
    this.exchange.expireAll(bucket.asset)
    this.exchange.settle(bucket.asset, this.finalMark(bucket.end))
    this.state.close()
    this.changes.bucket()
  }

  #traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void {
    const about = { coin: this.state.name(asset), isBuy: takerIsBuy, price, lots, time: this.host.now(), tid }
    const trade = tradeInfo('scalar', about)
    this.tape(asset).add(trade, BigInt(price * lots))
    this.changes.trade(trade)
  }

  #createTraders(): ScalarTraders {
    const { ledger, oracle, seed } = this.host
    const openAccount = (name: string): number => {
      const account = ledger.open(name, true)
      ledger.deposit(account, TRADER_DEPOSIT, 0n)
      this.state.rules.assets.forEach((_, asset) => {
        ledger.holding(account, asset).leverage = 1
      })
      return account.id
    }
    const floor = {
      live: () => this.state.live,
      book: (asset: number) => this.exchange.book(asset),
      position: (account: number, asset: number) => ledger.byId(account).holdings.get(asset)?.lots ?? 0,
      place: (terms: OrderTerms): Order | null => {
        const placed = this.exchange.place(terms)
        return placed instanceof VenueError ? null : placed.order
      },
      cancel: (order: Order) => this.exchange.withdraw(order, 'cancelled'),
    }
    const makers = Array.from({ length: MAKERS }, (_, i) => openAccount(`maker ${i + 1}`))
    const takers = Array.from({ length: TAKERS }, (_, i) => openAccount(`taker ${i + 1}`))
    return new ScalarTraders({ seed, oracle, floor, makers, takers })
  }
}

/** Collects scalar events: trades in order, then each changed thing once. */
export class ScalarChanges {
  #trades: PublicTradeInfo[] = []
  readonly #books = new Set<string>()
  readonly #contexts = new Set<string>()
  #bucket = false

  trade(trade: PublicTradeInfo): void {
    this.#trades.push(trade)
  }

  book(asset: string): void {
    this.#books.add(asset)
  }

  context(asset: string): void {
    this.#contexts.add(asset)
  }

  bucket(): void {
    this.#bucket = true
  }

  /** Removes and returns all collected events. */
  take(): ScalarEvent[] {
    const events: ScalarEvent[] = this.#trades.map((trade) => ({ kind: 'trade', trade }))
    if (this.#bucket) events.push({ kind: 'bucket' })
    for (const asset of this.#contexts) events.push({ kind: 'context', asset })
    for (const asset of this.#books) events.push({ kind: 'book', asset })
    this.#trades = []
    this.#bucket = false
    this.#contexts.clear()
    this.#books.clear()
    return events
  }
}
