/** Drives the markets along the venue's clock. */
import type { VenueCore } from './core/index.ts'

/** Real time between two steps, ms. */
const INTERVAL = 20

export interface DriverOptions {
  core: VenueCore
  clock: { now(): number }
  /** Called after each step. */
  stepped: () => void
}

/** The driver of one venue. */
export class Driver {
  readonly #options: DriverOptions
  #timer: NodeJS.Timeout | null = null

  constructor(options: DriverOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => this.step(), INTERVAL)
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
  }

  /** Runs everything that is due by now. */
  step(): void {
    const { core, clock, stepped } = this.#options
    core.advanceTo(clock.now())
    stepped()
  }
}
