/** A connection's limit on messages (docs/service/limits.md#rates). */
const PER_SECOND = 100
/** This many refused messages close the connection. */
const TOLERATED = 50
/** After this long without one, they are forgotten, ms. */
const FORGIVEN_AFTER = 10_000

export type LimitVerdict = 'pass' | 'refuse' | 'close'

/** Counts the messages of one connection. */
export class MessageLimit {
  #windowEnds = 0
  #count = 0
  #violations = 0
  #lastViolation = 0

  /** Counts one message. @param now real time in ms. */
  take(now: number): LimitVerdict {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + 1000
      this.#count = 0
    }
    this.#count += 1
    if (this.#count <= PER_SECOND) return 'pass'
    if (now - this.#lastViolation > FORGIVEN_AFTER) this.#violations = 0
    this.#lastViolation = now
    this.#violations += 1
    return this.#violations > TOLERATED ? 'close' : 'refuse'
  }
}
