/** Nonces: one allocator for all windows and restarts, so that none is ever used twice (docs/service/direct-orders.md#nonce-and-timestamp). */
import type { NonceStore } from '../storage/index.ts'

/** Exchanges refuse nonces further than this from their own time, ms. */
const DAY = 86_400_000

/** Issues max(service time, last + 1) per signer, stored before it is returned. */
export class NonceAllocator {
  readonly #store: NonceStore

  constructor({ store }: { store: NonceStore }) {
    this.#store = store
  }

  /**
   * The next nonce of a signer: the service's milliseconds since the epoch, or the last plus one.
   * @param serviceTime ms since the epoch, null until known: the time of this machine alone is never stored.
   * @throws Error with a message for the trader where no nonce within a day of the service's time is left, and the store's error: a nonce that could
   * not be stored is not returned.
   */
  next(signer: string, serviceTime: number | null): number {
    if (serviceTime === null) throw new Error("The venue's time is not known yet. Direct orders need it.")
    const key = signer.toLowerCase()
    const now = Math.round(serviceTime)
    const nonce = Math.max(now, this.#store.last(key) + 1)
    if (nonce - now > DAY) {
      const since = new Date(nonce - DAY).toISOString().replace(/\.\d+Z$/, 'Z')
      throw new Error(
        `The last direct order of this wallet has a nonce more than a day ahead of the venue's time. Direct orders are off until ${since}; agent orders still work.`,
      )
    }
    this.#store.save(key, nonce)
    return nonce
  }
}
