/** Faults that a test can switch on, to see what a client makes of a bad day. */
import { VenueError } from '../core/interface.ts'

export interface Faults {
  /** Every answer waits this long, ms. */
  latency_ms: number
  /** Share of requests, 0 to 1, that fail with 503 before anything is done. */
  error_rate: number
  /** All sockets are cut, and upgrades refused, while true. */
  drop_ws: boolean
  /** Sockets stay open and answer pings, and carry no data, while true. */
  freeze_feed: boolean
}

export interface FaultSwitchesOptions {
  /** In [0, 1). */
  random: () => number
  wait: (ms: number) => Promise<void>
}

/** The faults in force. */
export class FaultSwitches {
  #faults: Faults = { latency_ms: 0, error_rate: 0, drop_ws: false, freeze_feed: false }
  readonly #options: FaultSwitchesOptions
  readonly #listeners = new Set<(faults: Faults) => void>()

  constructor(options: FaultSwitchesOptions) {
    this.#options = options
  }

  get current(): Faults {
    return this.#faults
  }

  /** Changes the named faults and leaves the others. */
  set(change: Partial<Faults>): Faults {
    this.#faults = { ...this.#faults, ...change }
    for (const listener of this.#listeners) listener(this.#faults)
    return this.#faults
  }

  onChange(listener: (faults: Faults) => void): void {
    this.#listeners.add(listener)
  }

  /** Makes one request suffer. @throws VenueError 503. */
  async apply(): Promise<void> {
    const { latency_ms, error_rate } = this.#faults
    if (latency_ms > 0) await this.#options.wait(latency_ms)
    if (error_rate > 0 && this.#options.random() < error_rate)
      throw new VenueError(503, 'unavailable', 'The practice venue was told to fail this request; nothing was done.')
  }
}
