/** Drives the markets along the venue's clock. */
import type { VenueCore } from './core/index.ts'

/** Least real time between two steps, ms: a clock that runs fast is followed in longer ones. */
const LEAST = 20

export interface DriverOptions {
  core: VenueCore
  clock: { now(): number; realDelayUntil(time: number): number }
  /** Called after each step. */
  stepped: () => void
}

/** The driver of one venue: it wakes when the markets have something to do, and not between. */
export class Driver {
  readonly #options: DriverOptions
  #timer: NodeJS.Timeout | null = null

  constructor(options: DriverOptions) {
    this.#options = options
  }

  start(): void {
    const wait = Math.max(LEAST, this.#options.clock.realDelayUntil(this.#options.core.nextDue()))
    const timer = setTimeout(() => {
      try {
        this.step()
      } finally {
        // Unless it was stopped in the step.
        if (this.#timer === timer) this.start()
      }
    }, wait)
    this.#timer = timer
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Runs everything that is due by now. */
  step(): void {
    const { core, clock, stepped } = this.#options
    core.advanceTo(clock.now())
    stepped()
  }
}
