/** The practice venue's core behind its agreed interface: each call goes to the part that answers it. */
import type { PracticeBinaryCore } from '../binary/index.ts'
import type { Account, Amount, ForcedStatus, OrderKey, PlaceRequest, VenueTime } from '../market/index.ts'
import type { PracticeOutcomeCore } from '../outcomes/index.ts'
import type { Quirks } from '../quirks.ts'
import type { VenueCore, VenueEvent } from './interface.ts'
import { type VenueCoreOptions, VenueRuntime } from './venue-runtime.ts'

export class PracticeVenueCore implements VenueCore {
  readonly #venue: VenueRuntime

  constructor(options: VenueCoreOptions) {
    this.#venue = new VenueRuntime(options)
  }

  get binary(): PracticeBinaryCore {
    return this.#venue.binary
  }

  get quirks(): Quirks {
    return this.#venue.quirks
  }

  get outcomes(): PracticeOutcomeCore {
    return this.#venue.outcomes
  }

  setTradersStill = (areStill: boolean) => this.#venue.setTradersStill(areStill)
  now = () => this.#venue.now
  advanceTo = (time: VenueTime) => this.#venue.advanceTo(time)
  nextDue = () => this.#venue.nextDue()

  markets = () => this.#venue.scalar.markets()
  bucket = () => this.#venue.scalar.bucket()
  ticker = (asset: string) => this.#venue.scalar.ticker(asset)
  book = (asset: string, levels: number) => this.#venue.scalar.book(asset, levels)
  recentTrades = (asset: string, limit: number) => this.#venue.scalar.recentTrades(asset, limit)
  candles = (asset: string, resolutionSeconds: number, from: VenueTime, to: VenueTime) =>
    this.#venue.scalar.candles(asset, resolutionSeconds, from, to)
  openInterest = () => this.#venue.scalar.openInterest()
  settlements = (limit: number) => this.#venue.scalar.settlements(limit)
  stateVersion = (asset: string) => this.#venue.scalar.stateVersion(asset)
  estimate = (asset: string, isBuy: boolean, size: Amount, slippagePct: Amount) =>
    this.#venue.scalar.estimate(asset, isBuy, size, slippagePct)
  leverage = (account: Account, asset: string) => this.#venue.scalar.leverage(account, asset)
  openOrders = (account: Account) => this.#venue.scalar.openOrders(account)
  place = (request: PlaceRequest) => this.#venue.scalar.place(request)
  cancel = (account: Account, asset: string, by: OrderKey) => this.#venue.scalar.cancel(account, asset, by)
  setLeverage = (account: Account, asset: string, leverage: number) =>
    this.#venue.scalar.setLeverage(account, asset, leverage)
  closeOrder = (account: Account, asset: string, size: Amount | null, slippagePct: Amount) =>
    this.#venue.scalar.closeOrder(account, asset, size, slippagePct)
  forceStatus = (asset: string, status: ForcedStatus) => this.#venue.scalar.forceStatus(asset, status)

  createAccount = (account: Account, deposit: { usdc: Amount; usdh: Amount }) =>
    this.#venue.createAccount(account, deposit)
  deposit = (account: Account, amounts: { usdc: Amount; usdh: Amount }) => this.#venue.deposit(account, amounts)
  hasAccount = (account: Account) => this.#venue.accounts.has(account)
  account = (account: Account) => this.#venue.accounts.info(account)
  accountRead = (account: Account) => this.#venue.reads.read(account)
  fees = (account: Account) => this.#venue.accounts.fees(account)
  orderHistory = (account: Account, limit: number, before: VenueTime | null) =>
    this.#venue.accounts.orderHistory(account, limit, before)
  fills = (account: Account, limit: number, before: VenueTime | null) =>
    this.#venue.accounts.fills(account, limit, before)
  order = (account: Account, by: OrderKey) => this.#venue.accounts.order(account, by)

  on = (listener: (event: VenueEvent) => void) => this.#venue.events.on(listener)

  exportAccounts = (accounts: Account[]): unknown =>
    this.#venue.exportAccounts(accounts.map((account) => this.#venue.accounts.find(account)))
  importAccounts = (saved: unknown) => this.#venue.importAccounts(saved)
  setTemperature = (temperatureF: Amount) => this.#venue.setTemperature(temperatureF)

  /** Money that came from nowhere or went nowhere, micro-USDC: 0, always. For tests. */
  imbalance = (): bigint => this.#venue.ledger.imbalance()
  /** The same for USDH. */
  imbalanceUsdh = (): bigint => this.#venue.ledger.imbalanceUsdh()
}
