/** Who wants to be told of something, and how they are told. */
import type { Cancel } from './time.ts'

/** Listens until the result is called. */
export type Listen<Args extends readonly unknown[] = []> = (listener: (...args: Args) => void) => Cancel

/** Those who listen to one thing. */
export class Listeners<Args extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>()
  readonly #failed: ((error: unknown) => void) | null
  /** Made once for each change of the listeners, so that telling costs no object. */
  #list: readonly ((...args: Args) => void)[] | null = null

  /** @param failed is given what a listener throws, so that the others are told all the same; without it the first error ends the telling. */
  constructor(failed: ((error: unknown) => void) | null = null) {
    this.#failed = failed
  }

  get size(): number {
    return this.#listeners.size
  }

  /** The same function may listen more than once, and is told each time. */
  readonly on: Listen<Args> = (listener) => {
    const own = (...args: Args): void => listener(...args)
    this.#listeners.add(own)
    this.#list = null
    return () => {
      if (this.#listeners.delete(own)) this.#list = null
    }
  }

  /** Calls those who listen, in the order in which they began; who stops meanwhile is not called any more, who begins not yet. */
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

/** Listens to all of them at once. */
export const onAny =
  (...listens: readonly Listen[]): Listen =>
  (listener) => {
    const cancels = listens.map((listen) => listen(listener))
    return () => {
      for (const cancel of cancels) cancel()
    }
  }
