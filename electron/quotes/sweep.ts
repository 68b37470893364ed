/**
 * Reads the prices of markets that nobody looks at: the one that was read longest ago first, at most five reads a second, and none while
 * requests wait for the service's limit (docs/service/limits.md#sweep).
 */
import type { Clock } from '../../contract/time.ts'

/** Something of a market that can be read. */
export interface Sweepable {
  readonly asset: string
  /** Histories are read together with others. */
  readonly of: 'history' | 'ticker' | 'trend'
  /** It is not read again before, ms. */
  readonly every: number
}

export const keyOf = ({ asset, of }: Sweepable): string => `${of}/${asset}`

interface SweepOptions {
  readonly clock: Pick<Clock, 'monotonic'>
  /** All that may be read now; asked for when a round begins. */
  readonly markets: () => readonly Sweepable[]
  /** Reads these, which belong together; what it rejects with is logged by it. */
  readonly read: (markets: readonly Sweepable[]) => Promise<void>
  /** Whether requests wait for the service's limit. */
  readonly isHeldBack: () => boolean
}

/** Reads a second. */
const MOST_READS = 5
export const SWEEP_GAP = 1000 / MOST_READS
/** Histories in one read (docs/service/outcomes.md#price-history). */
const MOST_TOGETHER = 100
/** Reads under way at once. */
const MOST_UNDER_WAY = 3

/** A time before every other, ms. */
const NEVER = -1e12

export class Sweep {
  readonly #options: SweepOptions
  readonly #readAt = new Map<string, number>()
  #due: Sweepable[] = []
  #underWay = 0

  constructor(options: SweepOptions) {
    this.#options = options
  }

  /** Makes one read at most; called every `SWEEP_GAP`. */
  turn(): void {
    const { isHeldBack, read, clock } = this.#options
    if (this.#underWay >= MOST_UNDER_WAY || isHeldBack()) return
    if (this.#due.length === 0) this.#due = this.#round()
    const next = this.#take()
    if (next.length === 0) return
    for (const one of next) this.#readAt.set(keyOf(one), clock.monotonic())
    this.#underWay += 1
    const ended = (): void => {
      this.#underWay -= 1
    }
    // What throws at once has ended like any other read.
    Promise.resolve()
      .then(() => read(next))
      .then(ended, ended)
  }

  /** What was not read for a while, longest ago first. */
  #round(): Sweepable[] {
    const now = this.#options.clock.monotonic()
    const markets = this.#options.markets()
    const keys = new Set(markets.map(keyOf))
    for (const key of this.#readAt.keys()) if (!keys.has(key)) this.#readAt.delete(key)
    const readAt = (one: Sweepable): number => this.#readAt.get(keyOf(one)) ?? NEVER
    return markets.filter((one) => now - readAt(one) >= one.every).sort((a, b) => readAt(a) - readAt(b))
  }

  /** The first that is due, with the next ones that are read together with it. */
  #take(): readonly Sweepable[] {
    const [first] = this.#due
    if (first === undefined) return []
    if (first.of !== 'history') return this.#due.splice(0, 1)
    const taken: Sweepable[] = []
    const rest: Sweepable[] = []
    for (const market of this.#due) {
      const fits = market.of === first.of && taken.length < MOST_TOGETHER
      if (fits) taken.push(market)
      else rest.push(market)
    }
    this.#due = rest
    return taken
  }
}
