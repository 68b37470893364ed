/**
 * What the venue's markets offer to their edges (HTTP routes, WebSocket, persistence). The core knows no network, no signatures and no
 * tokens: callers have already proved who they are. All amounts are decimal text, exact. Every refusal is a `VenueError`.
 */
import type { BinaryCore } from '../binary/index.ts'
import type { Account, AccountInfo, Amount, FillInfo, OrderInfo, OrderKey, VenueTime } from '../market/index.ts'
import type { OutcomeCore } from '../outcomes/index.ts'
import type { Quirks } from '../quirks.ts'
import type { ScalarCore, ScalarEvent } from '../scalar/index.ts'

/** What happened; listeners are called synchronously, in order. */
export type VenueEvent =
  | ScalarEvent
  /** Orders, fills, positions or money of an account changed. */
  | { kind: 'account'; account: Account }

/** The scalar markets, the other families beside them, and the accounts that trade in all of them. */
export interface VenueCore extends ScalarCore {
  /** The binary markets. */
  readonly binary: BinaryCore
  /** The outcome markets. */
  readonly outcomes: OutcomeCore
  /** Peculiarities of other services; none is on at the start. */
  readonly quirks: Quirks
  /** Venue time. */
  now(): VenueTime
  /** Runs everything that is due up to `time`: readings, traders, settlement, liquidations. Never goes back. */
  advanceTo(time: VenueTime): void
  /** When the next thing is due, for the driver's timer. */
  nextDue(): VenueTime

  createAccount(account: Account, deposit: { usdc: Amount; usdh: Amount }): void
  /** Money from outside, or to outside: below zero. @throws VenueError when there is less than goes. */
  deposit(account: Account, amounts: { usdc: Amount; usdh: Amount }): void
  hasAccount(account: Account): boolean
  account(account: Account): AccountInfo
  /** The account as a read shows it, which may lag. */
  accountRead(account: Account): AccountInfo
  fees(account: Account): { maker_bps: Amount; taker_bps: Amount }
  /** Orders of all families in a final state, newest first. `before`: only those with an earlier time. */
  orderHistory(account: Account, limit: number, before: VenueTime | null): OrderInfo[]
  /** The account's fills in all families, newest first. */
  fills(account: Account, limit: number, before: VenueTime | null): FillInfo[]
  order(account: Account, by: OrderKey): OrderInfo | null

  on(listener: (event: VenueEvent) => void): () => void

  /** Everything of the named accounts that must survive a restart, as plain JSON. */
  exportAccounts(accounts: Account[]): unknown
  /** Takes back what `exportAccounts` gave. Buckets that closed meanwhile are settled at the oracle's average of that time. */
  importAccounts(saved: unknown): void

  /** Control, for tests and `--control`: pins the oracle from now on; it wanders on from there. */
  setTemperature(temperatureF: Amount): void
  /** Control: while still, the venue's own traders neither quote nor take. */
  setTradersStill(areStill: boolean): void
}
