/** Tells once per operation what happened in the scalar markets, and then each account that changed. */
import { Listeners } from '../../contract/listeners.ts'
import type { Account } from '../market/index.ts'
import type { ScalarChanges } from '../scalar/index.ts'
import type { VenueEvent } from './interface.ts'

export class VenueEvents {
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

  /** Tells everything gathered so far. */
  flush(): void {
    const events: VenueEvent[] = this.#scalar.take()
    for (const account of this.#accounts) events.push({ kind: 'account', account })
    this.#accounts.clear()
    for (const event of events) this.#listeners.notify(event)
  }
}
