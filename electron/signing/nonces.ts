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
   * The next nonce of a signer, milliseconds since the epoch or one more than the last.
   * @throws what the store throws: a nonce that could not be stored is not handed out.
   */
  next(signer: string): number {
    const key = signer.toLowerCase()
    const nonce = Math.max(this.#clock.now(), this.#store.last(key) + 1)
    if (!Number.isSafeInteger(nonce)) throw new RangeError(`no nonce can follow ${nonce - 1}`)
    this.#store.save(key, nonce)
    return nonce
  }
}
