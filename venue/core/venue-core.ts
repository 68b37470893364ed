/** The practice venue's core behind its agreed interface: each call goes to the part that answers it. */
import type { PracticeBinaryCore } from '../binary/index.ts'
import type { OrderKey } from '../market/family.ts'
import type * as face from '../market/types.ts'
import type { PracticeOutcomeCore } from '../outcomes/index.ts'
import { MarketReads } from '../scalar/core.ts'
import { Trading } from './trading.ts'
import { type VenueCoreOptions, VenueRuntime } from './venue-runtime.ts'

export class PracticeVenueCore implements face.VenueCore {
  readonly #venue: VenueRuntime
  readonly #market: MarketReads
  readonly #trading: Trading

  constructor(options: VenueCoreOptions) {
    this.#venue = new VenueRuntime(options)
    this.#market = new MarketReads(this.#venue)
    this.#trading = new Trading(this.#venue, this.#market)
  }

  get binary(): PracticeBinaryCore {
    return this.#venue.binary
  }

  get outcomes(): PracticeOutcomeCore {
    return this.#venue.outcomes
  }

  now = () => this.#venue.now
  advanceTo = (time: face.VenueTime) => this.#venue.advanceTo(time)
  nextDue = () => this.#venue.nextDue()

  markets = () => this.#market.markets()
  bucket = () => this.#market.bucket()
  ticker = (asset: string) => this.#market.ticker(asset)
  book = (asset: string, levels: number) => this.#market.book(asset, levels)
  recentTrades = (asset: string, limit: number) => this.#market.recentTrades(asset, limit)
  candles = (asset: string, resolutionSeconds: number, from: face.VenueTime, to: face.VenueTime) =>
    this.#market.candles(asset, resolutionSeconds, from, to)
  openInterest = () => this.#market.openInterest()
  settlements = (limit: number) => this.#market.settlements(limit)
  stateVersion = (asset: string) => this.#market.stateVersion(asset)
  estimate = (asset: string, isBuy: boolean, size: face.Amount, slippagePct: face.Amount) =>
    this.#market.estimate(asset, isBuy, size, slippagePct)

  createAccount = (account: face.Account, deposit: { usdc: face.Amount; usdh: face.Amount }) =>
    this.#trading.createAccount(account, deposit)
  hasAccount = (account: face.Account) => this.#trading.hasAccount(account)
  account = (account: face.Account) => this.#trading.account(account)
  leverage = (account: face.Account, asset: string) => this.#trading.leverage(account, asset)
  fees = (account: face.Account) => this.#trading.fees(account)
  openOrders = (account: face.Account) => this.#trading.openOrders(account)
  orderHistory = (account: face.Account, limit: number, before: face.VenueTime | null) =>
    this.#trading.orderHistory(account, limit, before)
  fills = (account: face.Account, limit: number, before: face.VenueTime | null) =>
    this.#trading.fills(account, limit, before)
  order = (account: face.Account, by: OrderKey) => this.#trading.order(account, by)
  place = (request: face.PlaceRequest) => this.#trading.place(request)
  cancel = (account: face.Account, asset: string, by: OrderKey) => this.#trading.cancel(account, asset, by)
  setLeverage = (account: face.Account, asset: string, leverage: number) =>
    this.#trading.setLeverage(account, asset, leverage)
  closeOrder = (account: face.Account, asset: string, size: face.Amount | null, slippagePct: face.Amount) =>
    this.#trading.closeOrder(account, asset, size, slippagePct)

  on = (listener: (event: face.VenueEvent) => void) => this.#venue.events.on(listener)

  exportAccounts = (accounts: face.Account[]): unknown =>
    this.#venue.exportAccounts(accounts.map((account) => this.#trading.find(account)))
  importAccounts = (saved: unknown) => this.#venue.importAccounts(saved)
  forceStatus = (asset: string, status: face.ForcedStatus) => this.#venue.forceStatus(asset, status)
  setTemperature = (temperatureF: face.Amount) => this.#venue.setTemperature(temperatureF)

  /** Money that came from nowhere or went nowhere, micro-USDC: 0, always. For tests. */
  imbalance = (): bigint => this.#venue.ledger.imbalance()
  /** The same for USDH. */
  imbalanceUsdh = (): bigint => this.#venue.ledger.imbalanceUsdh()
}
