/**
 * What a chart has in view, from the moment it is asked for: the library takes a range over when it next paints and says the one before
 * until then, so that what came in between would be put at the wrong place.
 */

interface Range {
  readonly from: number
  readonly to: number
}

interface WantedRangeOptions {
  /** What the library says is in view. */
  readonly painted: () => Range | null
  /** Asks the library for a range. */
  readonly ask: (range: Range) => void
  /** Runs something once the library has painted what it was asked for before. */
  readonly afterPaint: (run: () => void) => void
}

export class WantedRange {
  readonly #options: WantedRangeOptions
  #wanted: Range | null = null

  constructor(options: WantedRangeOptions) {
    this.#options = options
  }

  /** Whether a range was asked for that is not painted yet. */
  get isPending(): boolean {
    return this.#wanted !== null
  }

  /** What is in view, or will be with the next paint. */
  get current(): Range | null {
    return this.#wanted ?? this.#options.painted()
  }

  ask(range: Range): void {
    this.#wanted = range
    this.#options.ask(range)
    this.#options.afterPaint(() => {
      if (this.#wanted === range) this.#wanted = null
    })
  }
}
