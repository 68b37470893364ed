/**
 * Nonces: one allocator for all windows and all restarts, so that none is ever used twice
 * (docs/service/direct-orders.md#nonce-and-timestamp).
 */
import type { Clock } from '../../contract/time.ts'
import type { NonceStore } from '../storage/index.ts'

/** Hands out max(now, last + 1) per signer, stored before it is handed out. */
export class NonceAllocator {
  readonly #clock: Pick<Clock, 'now'>
  readonly #store: NonceStore

  constructor({ clock, store }: { clock: Pick<Clock, 'now'>; store: NonceStore }) {
    this.#clock = clock
    this.#store = store
  }

  /**
   * The next nonce of a signer, the service's milliseconds since the epoch or one more than the last.
   * @param offset service time minus the machine's, ms: exchanges refuse nonces that are far from their own time.
   * @throws what the store throws: a nonce that could not be stored is not handed out.
   */
  next(signer: string, offset = 0): number {
    const key = signer.toLowerCase()
    const nonce = Math.max(this.#clock.now() + Math.round(offset), this.#store.last(key) + 1)
    if (!Number.isSafeInteger(nonce)) throw new RangeError(`no nonce can follow ${nonce - 1}`)
    this.#store.save(key, nonce)
    return nonce
  }
}
