/** Messages in the last second, counted in tenths so that counting costs nothing. */
import type { Clock } from '../../../contract/time.ts'

const SLOT = 100
const SLOTS = 10

export class MessageRate {
  readonly #clock: Clock
  readonly #counts = new Uint32Array(SLOTS + 1)
  #slot = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  count(): void {
    this.#move()
    const at = this.#slot % (SLOTS + 1)
    this.#counts[at] = (this.#counts[at] as number) + 1
  }

  /** Of the last ten whole tenths of a second. */
  perSecond(): number {
    this.#move()
    let sum = 0
    for (let i = 1; i <= SLOTS; i += 1) sum += this.#counts[(this.#slot + i) % (SLOTS + 1)] as number
    return sum
  }

  #move(): void {
    const now = Math.floor(this.#clock.monotonic() / SLOT)
    const steps = Math.min(now - this.#slot, SLOTS + 1)
    for (let i = 1; i <= steps; i += 1) this.#counts[(this.#slot + i) % (SLOTS + 1)] = 0
    // After a long silence the slots between are all empty: where counting goes on does not matter.
    if (now > this.#slot) {
      if (steps === SLOTS + 1) this.#counts.fill(0)
      this.#slot = now
    }
  }
}
