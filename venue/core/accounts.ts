/** Account reads across all families: money, orders and fills. */
import { availableOf, type Ledger, type LedgerAccount } from '../ledger/index.ts'
import {
  type Account,
  type AccountInfo,
  type FamilyReads,
  type FillInfo,
  moneyText,
  newest,
  type OrderInfo,
  type OrderKey,
  readMoney,
  requireAccount,
  VenueError,
} from '../market/index.ts'
import type { Quirks } from '../quirks.ts'

export class Accounts {
  readonly #ledger: Ledger
  readonly #families: readonly FamilyReads[]
  readonly #quirks: Quirks

  constructor(ledger: Ledger, families: readonly FamilyReads[], quirks: Quirks) {
    this.#ledger = ledger
    this.#families = families
    this.#quirks = quirks
  }

  /** @throws VenueError `unknown_account` */
  find(account: Account): LedgerAccount {
    return requireAccount(this.#ledger, account)
  }

  has(account: Account): boolean {
    return this.#ledger.find(account) !== null
  }

  /** @throws VenueError for an invalid deposit, and when the account exists. */
  create(account: Account, deposit: { usdc: string; usdh: string }): void {
    if (this.has(account)) {
      throw new VenueError(409, 'bad_request', `Account ${account} already exists.`, 'account')
    }
    const usdc = readMoney(deposit.usdc, 'usdc')
    const usdh = readMoney(deposit.usdh, 'usdh')
    this.#ledger.deposit(this.#ledger.open(account, false), usdc, usdh)
  }

  /** Deposits money, or withdraws it if negative. @throws VenueError for an invalid amount, and when the balance is too low. */
  deposit(account: Account, amounts: { usdc: string; usdh: string }): void {
    const owner = this.find(account)
    const micros = (text: string, field: string): bigint =>
      text.startsWith('-') ? -readMoney(text.slice(1), field) : readMoney(text, field)
    const usdc = micros(amounts.usdc, 'usdc')
    const usdh = micros(amounts.usdh, 'usdh')
    if (availableOf(owner) + usdc < 0n) {
      throw new VenueError(
        409,
        'insufficient_margin',
        `The account has ${moneyText(availableOf(owner))} USDC free.`,
        'usdc',
      )
    }
    if (owner.usdh + usdh < 0n) {
      throw new VenueError(409, 'insufficient_margin', `The account has ${moneyText(owner.usdh)} USDH.`, 'usdh')
    }
    this.#ledger.deposit(owner, usdc, usdh)
  }

  /**
   * `usdc` is all money outside positions; `available` is that minus the reserve of resting orders; `equity` adds margin and open profit in USDC;
   * outcome shares are worth USDH and not included.
   */
  info(account: Account): AccountInfo {
    const owner = this.find(account)
    const available = availableOf(owner)
    return {
      positions: this.#families.flatMap((family) => family.positions(owner)),
      account: {
        equity: moneyText(this.#families.reduce((sum, family) => sum + family.equity(owner), owner.usdc)),
        available: moneyText(available > 0n ? available : 0n),
        usdc: moneyText(owner.usdc),
        usdh: moneyText(owner.usdh),
        usdh_outcome: moneyText(owner.usdhOutcome),
      },
    }
  }

  fees(account: Account) {
    this.find(account)
    return { maker_bps: '1.0', taker_bps: '4.5' }
  }

  orderHistory(account: Account, limit: number, before: number | null): OrderInfo[] {
    const owner = this.find(account)
    return this.#families
      .flatMap((family) => family.finalOrders(owner, limit, before))
      .sort((a, b) => b.time - a.time || Number(b.oid) - Number(a.oid))
      .slice(0, Math.max(0, limit))
  }

  fills(account: Account, limit: number, before: number | null): FillInfo[] {
    const owner = this.find(account)
    const isSilent = this.#quirks.has('silent-settlement')
    const shown = ({ time, oid }: FillInfo): boolean =>
      (before === null || time < before) && !(isSilent && oid === 'settlement')
    return this.#families
      .flatMap((family) => newest(family.fills(owner).filter(shown), limit))
      .sort((a, b) => b.time - a.time || Number(b.tid) - Number(a.tid))
      .slice(0, Math.max(0, limit))
  }

  order(account: Account, by: OrderKey): OrderInfo | null {
    const owner = this.find(account)
    for (const family of this.#families) {
      const found = family.order(owner, by)
      if (found !== null) return found
    }
    return null
  }
}

/** An account after a change. */
interface Snapshot {
  readonly time: number
  readonly info: AccountInfo
}

interface LaggingReadsOptions {
  quirks: Quirks
  /** Venue time, ms. */
  now: () => number
  /** Every readable account. */
  accounts: () => Account[]
  /** The current account. */
  info: (account: Account) => AccountInfo
}

/**
 * Lagging reads, as from a replica: keeps accounts as they were before their latest changes, while the quirk is on (venue/README.md#quirks).
 */
export class LaggingReads {
  readonly #options: LaggingReadsOptions
  /** By account, oldest first; the last one is the current state except for marks. */
  readonly #snapshots = new Map<Account, Snapshot[]>()

  constructor(options: LaggingReadsOptions) {
    this.#options = options
    options.quirks.onSet(() => this.#begin())
  }

  /** The account as a read shows it: without the changes of the last seconds. */
  read(account: Account): AccountInfo {
    const { info, now } = this.#options
    const lag = this.#lag()
    const known = this.#snapshots.get(account) ?? []
    const seen = now() - (lag ?? 0)
    const latest = known.at(-1)
    if (lag === null || latest === undefined || latest.time <= seen) return info(account)
    return (known.findLast(({ time }) => time <= seen) ?? known[0] ?? latest).info
  }

  /** Records a change that has just happened. */
  changed(account: Account): void {
    const lag = this.#lag()
    if (lag === null) return
    const { now, info } = this.#options
    const known = this.#snapshots.get(account) ?? []
    // Of those old enough to be shown, only the last one is needed.
    const first = known.findLastIndex(({ time }) => time <= now() - lag)
    this.#snapshots.set(account, [...known.slice(Math.max(0, first)), { time: now(), info: info(account) }])
  }

  /** The initial state, with which the next change is compared. */
  #begin(): void {
    this.#snapshots.clear()
    for (const account of this.#options.accounts()) this.changed(account)
  }

  #lag(): number | null {
    const seconds = this.#options.quirks.number('lagging-reads')
    return seconds === null ? null : seconds * 1000
  }
}
