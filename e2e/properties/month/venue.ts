/**
 * A practice venue that runs for weeks: it may stop and start again on a later day with its wallets' state; and a separate record of what it booked.
 */

import { causeByOrder, type Fill } from '../../../contract/account.ts'
import { add, type Money, money, multiply, subtract, ZERO } from '../../../contract/decimal.ts'
import type { Conversion, OutcomeMarket } from '../../../contract/outcome.ts'
import { createVenueCore, type VenueCore } from '../../../venue/core/index.ts'
import type { Account, FillInfo, OrderInfo } from '../../../venue/market/index.ts'
import { newVenue, perform, type Step, USERS } from '../../../venue/testing/family-steps.ts'

/** The venue's bookings for one wallet, recorded as they happened. */
export interface Ledger {
  readonly fills: Map<string, BookedFill>
  readonly conversions: Map<string, Conversion>
  /** Orders that ended. */
  readonly orders: Map<string, OrderInfo>
  /** Deposits minus withdrawals since the start. */
  readonly deposits: { USDC: Money; USDH: Money }
}

export class LongVenue {
  core: VenueCore
  readonly markets = new Map<number, OutcomeMarket>()
  /** Whether a binary bucket ended UP, by asset and end; recorded when it ended. */
  readonly ended = new Map<string, boolean>()
  readonly ledgers = new Map<Account, Ledger>(
    USERS.map((account) => [
      account,
      { fills: new Map(), conversions: new Map(), orders: new Map(), deposits: { USDC: NOTHING, USDH: NOTHING } },
    ]),
  )

  readonly #seed: number

  readonly #quirks: readonly string[]

  /** @param quirks of other services that it has. */
  constructor(seed: number, quirks: readonly string[]) {
    this.#seed = seed
    this.#quirks = quirks
    this.core = newVenue(true, seed, '2000000', BUCKET_MINUTES)
    this.core.quirks.set(quirks)
    this.#write()
  }

  /** The markets that it lists now. */
  listed(): readonly OutcomeMarket[] {
    return this.core.outcomes.meta() as unknown as readonly OutcomeMarket[]
  }

  ledger(account: Account): Ledger {
    const ledger = this.ledgers.get(account)
    if (ledger === undefined) throw new Error(`${account} is no wallet of this venue`)
    return ledger
  }

  do(step: Step): void {
    if (step.do === 'deposit') this.#deposit(step)
    else perform(this.core, step)
    this.#write()
  }

  advanceTo(time: number): void {
    this.core.advanceTo(time)
    this.#write()
  }

  /** Stops, and starts again at `time`: everything over by then is settled. */
  restartAt(time: number): void {
    const saved = JSON.parse(JSON.stringify(this.core.exportAccounts(USERS)))
    this.core = createVenueCore({ seed: this.#seed, startTime: time, traders: true, bucketMinutes: BUCKET_MINUTES })
    this.core.quirks.set(this.#quirks)
    this.core.importAccounts(saved)
    this.#write()
  }

  #deposit(step: Extract<Step, { do: 'deposit' }>): void {
    const account = USERS[step.user] as Account
    const before = this.core.account(account).account
    perform(this.core, step)
    const after = this.core.account(account).account
    const { deposits } = this.ledger(account)
    deposits.USDC = add(deposits.USDC, subtract(money(after.equity), money(before.equity)))
    deposits.USDH = add(deposits.USDH, subtract(money(after.usdh), money(before.usdh)))
  }

  #write(): void {
    for (const one of this.listed()) this.markets.set(one.outcomeId, one)
    for (const { asset, end, result } of this.core.binary.settlements(MAX_BUCKETS)) {
      const key = `${asset}/${end}`
      if (!this.ended.has(key)) this.ended.set(key, result === 'UP')
    }
    for (const [account, { fills, conversions, orders }] of this.ledgers) {
      for (const fill of this.core.fills(account, 5_000, null)) fills.set(`${fill.oid}/${fill.tid}`, inMoney(fill))
      for (const one of this.core.outcomes.conversions(account)) conversions.set(one.id, one as unknown as Conversion)
      for (const order of this.core.orderHistory(account, 5_000, null)) orders.set(order.oid, order)
    }
  }
}

/** A fill of the venue, with its fee in shares. */
export interface BookedFill extends FillInfo {
  readonly feeShares?: string
}

/** Its fee in money: one in shares is valued at the price of the fill. */
const inMoney = (fill: FillInfo): BookedFill =>
  fill.fee_token === null ? fill : { ...fill, fee: multiply(money(fill.fee), money(fill.price)), feeShares: fill.fee }

/** A fill as main receives it from a service. */
export const reportedFill = (fill: FillInfo): Fill =>
  ({
    ...inMoney(fill),
    ...{ tid: String(fill.tid), cause: causeByOrder(fill.oid), realizedPnl: fill.realized_pnl },
  }) as unknown as Fill

/** As in the interface: bucket data is keyed by its start. */
const BUCKET_MINUTES = 120
/** Number of buckets in a night, plus one. */
const MAX_BUCKETS = 15
const NOTHING = ZERO as Money
