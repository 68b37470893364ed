/** Stores the traders' accounts of the core: restores them at the start, writes those that changed. */
import type { VenueCore } from '../core/index.ts'
import type { Account } from '../market/index.ts'
import type { VenueStore } from './store.ts'

/** The stored accounts of one venue. */
export class AccountRegistry {
  readonly #core: VenueCore
  readonly #store: VenueStore
  readonly #kept = new Set<Account>()
  readonly #changed = new Set<Account>()

  /** Restores every account in the store. */
  constructor(core: VenueCore, store: VenueStore) {
    this.#core = core
    this.#store = store
    for (const { address, saved } of store.accounts()) {
      this.#kept.add(address)
      core.importAccounts(saved)
    }
    core.on((event) => {
      if (event.kind === 'account' && this.#kept.has(event.account)) this.#changed.add(event.account)
    })
    this.touch()
  }

  /** Creates an account with this deposit if the wallet has none. */
  open(account: Account, deposit: { usdc: string; usdh: string }): void {
    if (this.#core.hasAccount(account)) return
    this.#core.createAccount(account, deposit)
    this.#kept.add(account)
    this.#changed.add(account)
    this.flush()
  }

  /** Marks every account as changed. */
  touch(): void {
    for (const account of this.#kept) this.#changed.add(account)
  }

  /** Whether accounts changed since they were written. */
  get dirty(): boolean {
    return this.#changed.size > 0
  }

  /** Writes the accounts that changed. */
  flush(): void {
    if (this.#changed.size === 0) return
    const rows = Array.from(this.#changed, (address) => ({ address, saved: this.#core.exportAccounts([address]) }))
    this.#store.saveAccounts(rows, this.#core.now())
    this.#changed.clear()
  }
}

interface GroupCommitOptions {
  /** Whether anything is waiting to be written. */
  dirty: () => boolean
  /** Writes everything; it is on disk on return. */
  write: () => void
  /** Calls back at the end of this turn of the event loop. */
  defer: (run: () => void) => void
  /** Receives a failed write while nobody waits for it; it is retried with the next. */
  failed: (error: unknown) => void
}

interface Waiting {
  resolve: () => void
  reject: (error: unknown) => void
}

/** Many actions, one flush to disk: the changes of one turn of the event loop are committed together, and answered only then. */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #waiting: Waiting[] = []
  #scheduled = false

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  /** Commits at the end of this turn, if needed. */
  soon(): void {
    if (this.#scheduled || !this.#options.dirty()) return
    this.#scheduled = true
    this.#options.defer(() => {
      this.#scheduled = false
      this.#commit()
    })
  }

  /** Resolves when everything so far is on disk. @throws the write error. */
  async durable(): Promise<void> {
    if (!this.#options.dirty()) return
    this.soon()
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #commit(): void {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      this.#options.write()
    } catch (error) {
      if (waiting.length === 0) this.#options.failed(error)
      for (const { reject } of waiting) reject(error)
      return
    }
    for (const { resolve } of waiting) resolve()
  }
}
