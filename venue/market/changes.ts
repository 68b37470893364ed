/** Gathers what happened in a family and tells it once per operation: trades in order, then each changed thing a single time. */
import { Listeners } from '../../contract/listeners.ts'

export class Changes<Event> {
  readonly #listeners: Listeners<[Event]>
  #ordered: Event[] = []
  readonly #once = new Map<string, Event>()

  constructor(failed: (error: unknown) => void) {
    this.#listeners = new Listeners(failed)
  }

  on(listener: (event: Event) => void): () => void {
    return this.#listeners.on(listener)
  }

  /** Something of which each instance matters. */
  each(event: Event): void {
    this.#ordered.push(event)
  }

  /** Something of which only the newest state matters. */
  once(key: string, event: Event): void {
    this.#once.set(key, event)
  }

  /** Tells everything gathered so far. */
  flush(): void {
    if (this.#ordered.length === 0 && this.#once.size === 0) return
    const events = [...this.#ordered, ...this.#once.values()]
    this.#ordered = []
    this.#once.clear()
    for (const event of events) this.#listeners.notify(event)
  }
}
