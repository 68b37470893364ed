/** Keeps the traders' accounts of the core in the store: restores them at the start, writes those that changed. */
import type { VenueCore } from '../core/index.ts'
import type { Account } from '../market/index.ts'
import type { VenueStore } from './store.ts'

/** The kept accounts of one venue. */
export class AccountKeeper {
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

  /** Gives the wallet an account with this deposit, when it has none. */
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
