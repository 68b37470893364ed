/** Those who want to know of a kind of event, and how they are told. */

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
