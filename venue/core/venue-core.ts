/**
 * Interface of the venue's markets for HTTP routes, WebSocket and persistence. The core knows no network, signatures or tokens: callers are already
 * authenticated. All amounts are exact decimal text. Every refusal is a `VenueError`.
 */
import { Listeners } from '../../contract/listeners.ts'
import { BinaryCore, BinaryMarket } from '../binary/index.ts'
import { Ledger } from '../ledger/index.ts'
import {
  type Account,
  type Amount,
  type FamilyHost,
  type ForcedStatus,
  type OrderKey,
  type PlaceRequest,
  readTemperature,
  type VenueTime,
} from '../market/index.ts'
import { Oracle } from '../oracle.ts'
import { OutcomeCore, OutcomeMarket } from '../outcomes/index.ts'
import { Quirks } from '../quirks.ts'
import { COARSE_STEP, ScalarChanges, ScalarCore, type ScalarEvent, ScalarMarket, STEP } from '../scalar/index.ts'
import { WeatherStation } from '../weather.ts'
import { Accounts, LaggingReads } from './accounts.ts'
import { exportState, importState, type NextIds, type Parts, type SavedState, savedState } from './persistence.ts'

/** Events; listeners are called synchronously, in order. */
export type VenueEvent =
  | ScalarEvent
  /** Orders, fills, positions or money of an account changed. */
  | { kind: 'account'; account: Account }

/** Publishes the scalar events once per operation, then each changed account. */
class VenueEvents {
  readonly #listeners: Listeners<[VenueEvent]>
  readonly #scalar: ScalarChanges
  readonly #accounts = new Set<Account>()

  constructor(scalar: ScalarChanges, failed: (error: unknown) => void) {
    this.#scalar = scalar
    this.#listeners = new Listeners(failed)
  }

  on(listener: (event: VenueEvent) => void): () => void {
    return this.#listeners.on(listener)
  }

  account(account: Account): void {
    this.#accounts.add(account)
  }

  /** Publishes all collected events. */
  flush(): void {
    const events: VenueEvent[] = this.#scalar.take()
    for (const account of this.#accounts) events.push({ kind: 'account', account })
    this.#accounts.clear()
    for (const event of events) this.#listeners.notify(event)
  }
}

export interface VenueCoreOptions {
  seed: number | string
  /** Venue time at the start, ms. */
  startTime: VenueTime
  /** Length of a bucket; at least 20 s. */
  bucketMinutes?: number
  /** How long no asset is live after a close, seconds; at most a quarter of the bucket. */
  settleSeconds?: number
  /** Whether the venue's own makers and takers trade. */
  traders?: boolean
  assets?: readonly string[]
  /** Open-interest cap per asset, contracts. */
  openInterestCap?: number
  /** Receives errors of listeners; a process warning by default. */
  listenerFailed?: (error: unknown) => void
}

const MAX_LEVERAGE = 10
const INSURANCE_FUND = 1_000_000_000_000n
/** When more than this passes at once, ms, the traders take coarse steps. */
const COARSE_BEYOND = 60_000

/** The scalar markets, the other families, and the accounts that trade in all of them. */
export class VenueCore {
  readonly #oracle: Oracle
  readonly #ledger = new Ledger({
    maxLeverage: MAX_LEVERAGE,
    defaultLeverage: MAX_LEVERAGE,
    insuranceFund: INSURANCE_FUND,
  })
  readonly #events: VenueEvents
  /** Venue time, ms. */
  #now: number
  readonly #scalar: ScalarCore
  readonly binary: BinaryCore
  readonly outcomes: OutcomeCore
  /** The station that the scalar markets settle on. */
  readonly weather: WeatherStation
  readonly #accounts: Accounts
  /** Quirks of other services; all are off at the start. */
  readonly quirks = new Quirks()
  readonly #reads: LaggingReads
  readonly #traders: boolean
  #areTradersStill = false
  readonly #nextIds: NextIds = { oid: 1, tid: 1 }
  readonly #scalarMarket: ScalarMarket
  readonly #binaryMarket: BinaryMarket
  readonly #outcomeMarket: OutcomeMarket

  constructor(options: VenueCoreOptions) {
    const { seed, startTime, bucketMinutes = 120, settleSeconds = 5, assets = ['NYCTMP1', 'NYCTMP2'] } = options
    const { openInterestCap = 50_000, traders = true, listenerFailed = warn } = options
    if (!Number.isSafeInteger(startTime))
      throw new RangeError(`startTime must be whole milliseconds; ${startTime} is not`)
    this.#now = startTime
    this.#traders = traders
    this.#oracle = new Oracle(seed)
    this.weather = new WeatherStation(this.#oracle, seed)
    const scalarChanges = new ScalarChanges()
    this.#events = new VenueEvents(scalarChanges, listenerFailed)
    const host = this.#host(seed, listenerFailed)
    const scalarOptions = { assets, bucketMinutes, settleSeconds, openInterestCap, traders }
    this.#scalarMarket = new ScalarMarket(host, scalarChanges, scalarOptions)
    this.#scalar = new ScalarCore(this.#scalarMarket)
    this.#binaryMarket = new BinaryMarket(host, this.#scalarMarket.state.rules, traders)
    this.binary = new BinaryCore(this.#binaryMarket)
    this.#outcomeMarket = new OutcomeMarket(host, traders)
    this.outcomes = new OutcomeCore(this.#outcomeMarket)
    this.#accounts = new Accounts(this.#ledger, [this.#scalar, this.binary, this.outcomes], this.quirks)
    this.#reads = new LaggingReads({
      quirks: this.quirks,
      now: () => this.#now,
      accounts: () => this.#ledger.accounts.flatMap(({ address, internal }) => (internal ? [] : [address as Account])),
      info: (account) => this.#accounts.info(account),
    })
    this.#events.on((event) => {
      if (event.kind === 'account') this.#reads.changed(event.account)
    })
    this.#flush()
  }

  now = (): VenueTime => this.#now

  /** Runs everything due up to `time`: readings, traders, settlement, liquidations. An earlier time has no effect. */
  advanceTo(time: number): void {
    const target = Math.floor(time)
    const coarse = target - this.#now > COARSE_BEYOND
    const step = coarse ? COARSE_STEP : STEP
    for (;;) {
      const nextSecond = (Math.floor(this.#now / 1000) + 1) * 1000
      const nextStep = this.#traders ? Math.floor(this.#now / step + 1) * step : nextSecond
      const next = Math.min(nextSecond, nextStep)
      if (next > target) break
      this.#now = next
      if (next === nextSecond) {
        this.#scalarMarket.onSecond()
        this.#binaryMarket.onSecond(coarse)
        this.#outcomeMarket.onSecond(coarse, this.#areTradersStill)
      }
      if (this.#traders && !this.#areTradersStill && next === nextStep) {
        this.#scalarMarket.step(coarse)
        this.#binaryMarket.step(coarse)
      }
      // A long stretch is also published in coarse steps: nobody reads each second of a day at once.
      if (!coarse || next % COARSE_STEP === 0) this.#flush()
    }
    this.#now = Math.max(this.#now, target)
    this.#flush()
  }

  /** Control: while still, the venue's own traders neither quote nor take: books change only by the orders of others. */
  setTradersStill(areStill: boolean): void {
    this.#areTradersStill = areStill
  }

  /** Time of the next reading or trader step, for the driver's timer. */
  nextDue(): number {
    const step = this.#traders ? STEP : 1000
    return Math.floor(this.#now / step + 1) * step
  }

  markets = () => this.#scalar.markets()
  bucket = () => this.#scalar.bucket()
  ticker = (asset: string) => this.#scalar.ticker(asset)
  book = (asset: string, levels: number) => this.#scalar.book(asset, levels)
  recentTrades = (asset: string, limit: number) => this.#scalar.recentTrades(asset, limit)
  candles = (asset: string, resolutionSeconds: number, from: VenueTime, to: VenueTime) =>
    this.#scalar.candles(asset, resolutionSeconds, from, to)
  openInterest = () => this.#scalar.openInterest()
  settlements = (limit: number) => this.#scalar.settlements(limit)
  stateVersion = (asset: string) => this.#scalar.stateVersion(asset)
  estimate = (asset: string, isBuy: boolean, size: Amount, slippagePct: Amount) =>
    this.#scalar.estimate(asset, isBuy, size, slippagePct)
  leverage = (account: Account, asset: string) => this.#scalar.leverage(account, asset)
  /** Scalar orders; those of outcome markets are in `outcomes`, and binary orders never rest. */
  openOrders = (account: Account) => this.#scalar.openOrders(account)
  place = (request: PlaceRequest) => this.#scalar.place(request)
  cancel = (account: Account, asset: string, by: OrderKey) => this.#scalar.cancel(account, asset, by)
  setLeverage = (account: Account, asset: string, leverage: number) =>
    this.#scalar.setLeverage(account, asset, leverage)
  closeOrder = (account: Account, asset: string, size: Amount | null, slippagePct: Amount) =>
    this.#scalar.closeOrder(account, asset, size, slippagePct)
  forceStatus = (asset: string, status: ForcedStatus) => this.#scalar.forceStatus(asset, status)

  /** @throws VenueError for an invalid deposit, and when the account exists. */
  createAccount(account: Account, deposit: { usdc: string; usdh: string }): void {
    this.#accounts.create(account, deposit)
    this.#events.account(account)
    this.#events.flush()
  }

  /** Deposits money, or withdraws it if negative. @throws VenueError for an invalid amount, and when the balance is too low. */
  deposit(account: Account, amounts: { usdc: string; usdh: string }): void {
    this.#accounts.deposit(account, amounts)
    this.#events.account(account)
    this.#events.flush()
  }

  hasAccount = (account: Account) => this.#accounts.has(account)
  account = (account: Account) => this.#accounts.info(account)
  /** The account as a read shows it, which may lag. */
  accountRead = (account: Account) => this.#reads.read(account)
  fees = (account: Account) => this.#accounts.fees(account)
  /** Orders of all families in a final state, newest first. `before`: only those earlier. */
  orderHistory = (account: Account, limit: number, before: VenueTime | null) =>
    this.#accounts.orderHistory(account, limit, before)
  /** The account's fills in all families, newest first. */
  fills = (account: Account, limit: number, before: VenueTime | null) => this.#accounts.fills(account, limit, before)
  order = (account: Account, by: OrderKey) => this.#accounts.order(account, by)

  on = (listener: (event: VenueEvent) => void) => this.#events.on(listener)

  /** State of the named accounts for a restart, as plain JSON. */
  exportAccounts(accounts: readonly Account[]): SavedState {
    return exportState(
      this.#parts(),
      accounts.map((account) => this.#accounts.find(account)),
    )
  }

  /**
   * Restores accounts. Buckets closed meanwhile are settled at the oracle's average of that time.
   * @throws ZodError when `saved` is not a result of `exportAccounts`, Error when one of the accounts exists.
   */
  importAccounts(saved: unknown): void {
    const state = savedState.parse(saved)
    importState(this.#parts(), state)
    this.weather.forget(Number.NEGATIVE_INFINITY)
    for (const { address } of state.accounts) this.#events.account(address as Account)
    this.#events.flush()
  }

  /** Control: sets the oracle from now on; it continues its random walk from there. */
  setTemperature(temperatureF: string): void {
    this.#oracle.pin(Math.floor(this.#now / 1000), readTemperature(temperatureF))
    this.weather.forget(Math.floor(this.#now / 1000))
    this.#scalarMarket.read()
    this.#binaryMarket.read()
    this.#outcomeMarket.reread()
    this.#flush()
  }

  /** Money created or lost, micro-USDC: always 0. For tests. */
  imbalance = (): bigint => this.#ledger.imbalance()
  /** The same for USDH. */
  imbalanceUsdh = (): bigint => this.#ledger.imbalanceUsdh()

  #parts(): Parts {
    return {
      ledger: this.#ledger,
      oracle: this.#oracle,
      nextIds: this.#nextIds,
      scalar: this.#scalarMarket,
      binary: { market: this.#binaryMarket, core: this.binary },
      outcomes: { market: this.#outcomeMarket, core: this.outcomes },
    }
  }

  /** Publishes the events of all families. */
  #flush(): void {
    this.#events.flush()
    this.#binaryMarket.changes.flush()
    this.#outcomeMarket.changes.flush()
  }

  #host(seed: number | string, listenerFailed: (error: unknown) => void): FamilyHost {
    return {
      seed,
      ledger: this.#ledger,
      oracle: this.#oracle,
      quirks: this.quirks,
      now: () => this.#now,
      takeOid: () => this.#nextIds.oid++,
      takeTid: () => this.#nextIds.tid++,
      accountChanged: (account) => {
        if (!account.internal) this.#events.account(account.address as Account)
      },
      flush: () => this.#flush(),
      listenerFailed,
    }
  }
}

const warn = (error: unknown): void =>
  process.emitWarning(`a listener of the venue failed: ${error instanceof Error ? error.stack : String(error)}`)

/**
 * A venue at `startTime`. Equal options and calls give equal histories, to the byte. Time moves only by `advanceTo`; a call that passes more than a
 * minute lets the venue's own traders act once a second instead of ten times, so the steps in which time is advanced are part of the calls. Restore
 * saved accounts right after creation.
 * @throws RangeError for an invalid bucket, pause or start
 */
export const createVenueCore = (options: VenueCoreOptions): VenueCore => new VenueCore(options)
