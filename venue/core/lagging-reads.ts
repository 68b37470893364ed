/** Reads of accounts that lag behind what happened to them, as of a replica (docs/practice-venue.md#quirks). */
import type { Account, AccountInfo } from '../market/index.ts'
import type { Quirks } from '../quirks/index.ts'

/** An account as it was after a change. */
interface Snapshot {
  readonly time: number
  readonly info: AccountInfo
}

export interface LaggingReadsOptions {
  quirks: Quirks
  /** Venue time, ms. */
  now: () => number
  /** Every account that can be read. */
  accounts: () => Account[]
  /** The account as it is. */
  info: (account: Account) => AccountInfo
}

/** Remembers accounts as they were before their latest changes, while the quirk is on. */
export class LaggingReads {
  readonly #options: LaggingReadsOptions
  /** By account, oldest first; the last one is the present state but for marks. */
  readonly #snapshots = new Map<Account, Snapshot[]>()

  constructor(options: LaggingReadsOptions) {
    this.#options = options
    options.quirks.onSet(() => this.#begin())
  }

  /** The account as a read shows it: before the changes of the last seconds, where there were some. */
  read(account: Account): AccountInfo {
    const { info, now } = this.#options
    const lag = this.#lag()
    const known = this.#snapshots.get(account) ?? []
    const seen = now() - (lag ?? 0)
    const latest = known.at(-1)
    if (lag === null || latest === undefined || latest.time <= seen) return info(account)
    return (known.findLast(({ time }) => time <= seen) ?? known[0] ?? latest).info
  }

  /** Takes note of a change that has just happened. */
  changed(account: Account): void {
    const lag = this.#lag()
    if (lag === null) return
    const { now, info } = this.#options
    const known = this.#snapshots.get(account) ?? []
    // Of those that are old enough to be shown only the last one is needed.
    const first = known.findLastIndex(({ time }) => time <= now() - lag)
    this.#snapshots.set(account, [...known.slice(Math.max(0, first)), { time: now(), info: info(account) }])
  }

  /** What is there already is what the next change is held against. */
  #begin(): void {
    this.#snapshots.clear()
    for (const account of this.#options.accounts()) this.changed(account)
  }

  #lag(): number | null {
    const seconds = this.#options.quirks.number('lagging-reads')
    return seconds === null ? null : seconds * 1000
  }
}
