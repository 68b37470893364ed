/** Listener lists. */
import type { Cancel } from './time.ts'

/** Subscribes; the result unsubscribes. */
export type Listen<Args extends readonly unknown[] = []> = (listener: (...args: Args) => void) => Cancel

/** The listeners of one event. */
export class Listeners<Args extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>()
  readonly #failed: ((error: unknown) => void) | null
  /** Rebuilt after each change of the listeners, so that notifying allocates nothing. */
  #list: readonly ((...args: Args) => void)[] | null = null

  /** @param failed receives what a listener throws, so that the others are still notified; without it the first error stops the notification. */
  constructor(failed: ((error: unknown) => void) | null = null) {
    this.#failed = failed
  }

  get size(): number {
    return this.#listeners.size
  }

  /** The same function may subscribe more than once, and is called once for each. */
  readonly on: Listen<Args> = (listener) => {
    const own = (...args: Args): void => listener(...args)
    this.#listeners.add(own)
    this.#list = null
    return () => {
      if (this.#listeners.delete(own)) this.#list = null
    }
  }

  /** Calls the listeners in order of subscription; one that unsubscribes meanwhile is no longer called, one that subscribes is not called yet. */
  readonly notify = (...args: Args): void => {
    this.#list ??= [...this.#listeners]
    for (const listener of this.#list) {
      if (!this.#listeners.has(listener)) continue
      if (this.#failed === null) {
        listener(...args)
        continue
      }
      try {
        listener(...args)
      } catch (error) {
        this.#failed(error)
      }
    }
  }
}

/** Subscribes to all of them at once. */
export const onAny =
  (...listens: readonly Listen[]): Listen =>
  (listener) => {
    const cancels = listens.map((listen) => listen(listener))
    return () => {
      for (const cancel of cancels) cancel()
    }
  }
