/** Gathers what happened and tells it once per operation: trades in order, then each changed thing a single time. */
import type { Account, PublicTradeInfo, VenueEvent } from '../market/types.ts'

/** Tells each listener each event. A listener that throws is reported and keeps neither the others nor the caller from their work. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>()
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  /** @returns what ends the subscription; the same function may listen more than once. */
  on(listener: (event: Event) => void): () => void {
    const own = (event: Event): void => listener(event)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  tell(events: readonly Event[]): void {
    for (const event of events) {
      for (const listener of this.#listeners) {
        try {
          listener(event)
        } catch (error) {
          this.#failed(error)
        }
      }
    }
  }
}

export class EventQueue {
  readonly #listeners: Listeners<VenueEvent>
  #trades: PublicTradeInfo[] = []
  readonly #books = new Set<string>()
  readonly #contexts = new Set<string>()
  readonly #accounts = new Set<Account>()
  #bucket = false

  constructor(failed: (error: unknown) => void) {
    this.#listeners = new Listeners(failed)
  }

  on(listener: (event: VenueEvent) => void): () => void {
    return this.#listeners.on(listener)
  }

  trade(trade: PublicTradeInfo): void {
    this.#trades.push(trade)
  }

  book(asset: string): void {
    this.#books.add(asset)
  }

  context(asset: string): void {
    this.#contexts.add(asset)
  }

  account(account: Account): void {
    this.#accounts.add(account)
  }

  bucket(): void {
    this.#bucket = true
  }

  /** Tells everything gathered so far. */
  flush(): void {
    const events: VenueEvent[] = this.#trades.map((trade) => ({ kind: 'trade', trade }))
    if (this.#bucket) events.push({ kind: 'bucket' })
    for (const asset of this.#contexts) events.push({ kind: 'context', asset })
    for (const asset of this.#books) events.push({ kind: 'book', asset })
    for (const account of this.#accounts) events.push({ kind: 'account', account })
    this.#trades = []
    this.#bucket = false
    this.#contexts.clear()
    this.#books.clear()
    this.#accounts.clear()
    this.#listeners.tell(events)
  }
}
