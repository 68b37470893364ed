/** The venue as it runs: its parts, and what the passing of time does to them. */
import { BinaryMarket, bringBinary, PracticeBinaryCore, saveBinary } from '../binary/index.ts'
import { type Bucket, bucketRules } from '../buckets/index.ts'
import type { Order, OrderTerms } from '../engine/index.ts'
import { Ledger, type LedgerAccount, LOTS_PER_CONTRACT } from '../ledger/index.ts'
import type { FamilyAccounts, FamilyHost } from '../market/family.ts'
import { Tape } from '../market/tape.ts'
import { priceText, readTemperature, sizeText } from '../market/texts.ts'
import * as face from '../market/types.ts'
import { Oracle } from '../oracle/index.ts'
import { bringOutcomes, OutcomeMarket, PracticeOutcomeCore, saveOutcomes } from '../outcomes/index.ts'
import { EventQueue } from '../scalar/events.ts'
import { Exchange } from '../scalar/exchange.ts'
import { liquidateAll } from '../scalar/liquidation.ts'
import { MarketState } from '../scalar/schedule.ts'
import { COARSE_STEP, Desk, MAKERS, STEP, TAKERS } from '../traders/index.ts'
import { exportState, importState, type Parts } from './persistence.ts'
import { type SavedState, savedState } from './saved.ts'

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
  /** Hears of a listener that threw; a process warning when absent. */
  listenerFailed?: (error: unknown) => void
}

const MAX_LEVERAGE = 10
const TRADER_DEPOSIT = 1_000_000_000_000_000n
const INSURANCE_FUND = 1_000_000_000_000n
/** When more than this passes at once, ms, the traders take coarse steps. */
const COARSE_BEYOND = 60_000

export class VenueRuntime {
  readonly state: MarketState
  readonly oracle: Oracle
  readonly ledger = new Ledger({
    maxLeverage: MAX_LEVERAGE,
    defaultLeverage: MAX_LEVERAGE,
    insuranceFund: INSURANCE_FUND,
  })
  readonly exchange: Exchange
  readonly events: EventQueue
  readonly listenerFailed: (error: unknown) => void
  /** Venue time, ms. */
  now: number
  /** The mark of the present second, ticks. */
  mark: number
  readonly binary: PracticeBinaryCore
  readonly outcomes: PracticeOutcomeCore
  /** The other families' parts of the accounts. */
  readonly families: readonly FamilyAccounts[]
  readonly #binaryMarket: BinaryMarket
  readonly #outcomeMarket: OutcomeMarket
  readonly #tapes: readonly Tape[]
  readonly #desk: Desk | null
  readonly #settlements = new Map<number, number>()

  constructor(options: VenueCoreOptions) {
    const { seed, startTime, bucketMinutes = 120, settleSeconds = 5, assets = ['NYCTMP1', 'NYCTMP2'] } = options
    if (!Number.isSafeInteger(startTime))
      throw new RangeError(`startTime must be whole milliseconds; ${startTime} is not`)
    this.now = startTime
    this.listenerFailed = options.listenerFailed ?? warn
    this.events = new EventQueue(this.listenerFailed)
    this.state = new MarketState(bucketRules(assets, bucketMinutes, settleSeconds), startTime)
    this.oracle = new Oracle(seed)
    this.mark = this.oracle.markTicks(this.second)
    this.#tapes = assets.map(() => new Tape())
    this.exchange = new Exchange({
      assets,
      ledger: this.ledger,
      openInterestCap: (options.openInterestCap ?? 50_000) * LOTS_PER_CONTRACT,
      now: () => this.now,
      events: {
        bookChanged: (asset) => this.events.book(this.state.name(asset)),
        traded: (asset, takerIsBuy, price, lots, tid) => this.#traded(asset, takerIsBuy, price, lots, tid),
        accountChanged: (account) => {
          if (!account.internal) this.events.account(account.address as face.Account)
        },
      },
    })
    this.#desk = options.traders === false ? null : this.#hireTraders(seed)
    if (this.state.live !== null) this.#desk?.open(this.state.bucket, startTime)
    this.#binaryMarket = new BinaryMarket(this.#host(seed), this.state.rules, options.traders !== false)
    this.binary = new PracticeBinaryCore(this.#binaryMarket)
    this.#outcomeMarket = new OutcomeMarket(this.#host(seed), options.traders !== false)
    this.outcomes = new PracticeOutcomeCore(this.#outcomeMarket)
    this.families = [this.binary, this.outcomes]
    this.#flush()
  }

  /** The present second since the epoch. */
  get second(): number {
    return Math.floor(this.now / 1000)
  }

  /** Runs everything that is due up to `time`; an earlier one changes nothing. */
  advanceTo(time: number): void {
    const target = Math.floor(time)
    const coarse = target - this.now > COARSE_BEYOND
    const step = coarse ? COARSE_STEP : STEP
    for (;;) {
      const nextSecond = (this.second + 1) * 1000
      const nextStep = this.#desk === null ? nextSecond : Math.floor(this.now / step + 1) * step
      const next = Math.min(nextSecond, nextStep)
      if (next > target) break
      this.now = next
      if (next === nextSecond) {
        this.#onSecond()
        this.#binaryMarket.onSecond(coarse)
        this.#outcomeMarket.onSecond(coarse)
      }
      if (next === nextStep) this.#tradersStep(coarse)
      if (this.#desk !== null && next === nextStep) this.#binaryMarket.step(coarse)
      // A long stretch is told in coarse steps as well: nobody reads each second of a day at once.
      if (!coarse || next % COARSE_STEP === 0) this.#flush()
    }
    this.now = Math.max(this.now, target)
    this.#flush()
  }

  /** When the next reading or step of the traders is due. */
  nextDue(): number {
    return Math.floor(this.now / (this.#desk === null ? 1000 : STEP) + 1) * (this.#desk === null ? 1000 : STEP)
  }

  exportAccounts(accounts: readonly LedgerAccount[]): SavedState {
    const state = exportState(this.parts(), accounts)
    return {
      ...state,
      accounts: state.accounts.map((saved, i) => {
        const account = accounts[i] as LedgerAccount
        return {
          ...saved,
          binary: saveBinary(this.#binaryMarket, this.binary, account),
          outcomes: saveOutcomes(this.#outcomeMarket, this.outcomes, account),
        }
      }),
    }
  }

  /** @throws ZodError when `saved` is not what `exportAccounts` gives. */
  importAccounts(saved: unknown): void {
    const state = savedState.parse(saved)
    // Orders that come back were there before the makers' quotes: they get the book to themselves first.
    this.#desk?.withdraw()
    this.#outcomeMarket.withdraw()
    importState(this.parts(), state)
    this.#settlements.clear()
    this.#binaryMarket.restored()
    this.#outcomeMarket.restored()
    for (const { address, binary, outcomes } of state.accounts) {
      const account = this.ledger.find(address)
      if (account === null) continue
      if (binary !== undefined) bringBinary(this.#binaryMarket, this.binary, account, binary)
      if (outcomes !== undefined) bringOutcomes(this.#outcomeMarket, this.outcomes, account, outcomes)
    }
    this.#outcomeMarket.requote()
    this.#read()
    this.#binaryMarket.read()
    if (this.state.live !== null && this.marketTrades()) this.#desk?.rebuild(this.state.bucket, this.now)
    for (const { address } of state.accounts) this.events.account(address as face.Account)
    this.events.flush()
  }

  forceStatus(asset: string, status: face.ForcedStatus): void {
    const number = this.state.number(asset)
    this.state.force(number, status)
    if (status === 'settled') this.exchange.expireAll(number)
    this.events.context(asset)
    this.events.bucket()
    this.events.flush()
  }

  setTemperature(temperatureF: string): void {
    this.oracle.pin(this.second, readTemperature(temperatureF))
    this.#read()
    this.#binaryMarket.read()
    this.#outcomeMarket.reread()
    this.#flush()
  }

  /** The parts that saving and restoring work on. */
  parts(): Parts {
    return { exchange: this.exchange, state: this.state, oracle: this.oracle, time: this.now }
  }

  tape(asset: number): Tape {
    const tape = this.#tapes[asset]
    if (tape === undefined) throw new RangeError(`no asset ${asset}`)
    return tape
  }

  /** Tells the listeners of all families what has happened. */
  #flush(): void {
    this.events.flush()
    this.#binaryMarket.changes.flush()
    this.#outcomeMarket.changes.flush()
  }

  #host(seed: number | string): FamilyHost {
    return {
      seed,
      ledger: this.ledger,
      oracle: this.oracle,
      now: () => this.now,
      takeOid: () => this.exchange.nextOid++,
      takeTid: () => this.exchange.nextTid++,
      accountChanged: (account) => {
        if (!account.internal) this.events.account(account.address as face.Account)
      },
      flush: () => this.#flush(),
      listenerFailed: this.listenerFailed,
    }
  }

  #hireTraders(seed: number | string): Desk {
    const hire = (name: string): number => {
      const account = this.ledger.open(name, true)
      this.ledger.deposit(account, TRADER_DEPOSIT, 0n)
      this.state.rules.assets.forEach((_, asset) => {
        this.ledger.holding(account, asset).leverage = 1
      })
      return account.id
    }
    const floor = {
      live: () => this.state.live,
      book: (asset: number) => this.exchange.book(asset),
      position: (account: number, asset: number) => this.ledger.byId(account).holdings.get(asset)?.lots ?? 0,
      place: (terms: OrderTerms): Order | null => {
        const placed = this.exchange.place(terms)
        return placed instanceof face.VenueError ? null : placed.order
      },
      cancel: (order: Order) => this.exchange.withdraw(order, 'cancelled'),
    }
    const makers = Array.from({ length: MAKERS }, (_, i) => hire(`maker ${i + 1}`))
    const takers = Array.from({ length: TAKERS }, (_, i) => hire(`taker ${i + 1}`))
    return new Desk({ seed, oracle: this.oracle, floor, makers, takers })
  }

  /** Everything that falls on a whole second: close, opening, phases, the reading and what it liquidates. */
  #onSecond(): void {
    if (this.now >= this.state.bucket.end) this.#close(this.state.bucket)
    this.#read()
    if (this.state.live === null && this.now >= this.state.bucket.opens) {
      this.state.open()
      this.events.bucket()
      if (this.marketTrades()) this.#desk?.open(this.state.bucket, this.now)
    }
    if (this.now === this.state.bucket.finalFrom) this.events.bucket()
  }

  #close(bucket: Bucket): void {
    this.exchange.expireAll(bucket.asset)
    this.exchange.settle(bucket.asset, this.finalMark(bucket.end))
    this.state.close()
    this.events.bucket()
  }

  #read(): void {
    this.mark = this.oracle.markTicks(this.second)
    for (const asset of this.state.rules.assets) this.events.context(asset)
    if (this.marketTrades()) liquidateAll(this.exchange, this.state.bucket.asset, this.mark, this.now)
  }

  #tradersStep(coarse: boolean): void {
    if (this.#desk === null || !this.marketTrades()) return
    const takersToo = this.state.status(this.state.bucket.asset) === 'active'
    this.#desk.step(this.state.bucket, this.now, coarse, takersToo)
  }

  /** Whether the asset of the present bucket trades, if only to reduce. */
  marketTrades(): boolean {
    return this.state.trades(this.state.bucket.asset)
  }

  #traded(asset: number, takerIsBuy: boolean, price: number, lots: number, tid: number): void {
    const trade: face.PublicTradeInfo = {
      coin: this.state.name(asset),
      side: takerIsBuy ? 'B' : 'A',
      px: priceText(price),
      sz: sizeText(lots),
      time: this.now,
      tid,
    }
    this.tape(asset).add(trade, BigInt(price * lots))
    this.events.trade(trade)
  }

  /** The final mark of the bucket that ended at `end` ms, ticks. */
  finalMark(end: number): number {
    let mark = this.#settlements.get(end)
    if (mark === undefined) {
      mark = this.oracle.averageTicks(end / 1000, this.state.rules.finalSeconds)
      this.#settlements.set(end, mark)
    }
    return mark
  }
}

const warn = (error: unknown): void =>
  process.emitWarning(`a listener of the venue failed: ${error instanceof Error ? error.stack : String(error)}`)
