/** Averages of marks: the running estimate in the final window, and the settlement of a finished bucket. Exact; rounded half up. */
import { fromUnits, type Price, placesOf, toUnits } from '../../../contract/decimal.ts'
import { TWAP_WINDOW } from '../../../contract/market.ts'

/** A mark stands for at most this long; then nothing is known until the next. */
const MARK_HOLDS = 2000

interface Seen {
  readonly mark: Price
  readonly at: number
}

interface Estimate {
  readonly mark: Price
  /** How much of the window so far is covered by marks, ms. */
  readonly coveredMs: number
}

/** sum ÷ weight in units of 10^−places, rounded half up. */
function average(sum: bigint, weight: bigint, places: number): Price {
  const twice = 2n * sum + weight
  const divisor = 2n * weight
  const quotient = twice / divisor
  // Division of bigints cuts towards zero; half up rounds towards +∞.
  const floor = twice < 0n && twice % divisor !== 0n ? quotient - 1n : quotient
  return fromUnits(floor, places) as Price
}

/** Marks as they come, weighted by the time for which each stood. Times are whole ms of the server's clock. */
export class RunningTwap {
  #seen: Seen[] = []

  add(mark: Price, at: number): void {
    const last = this.#seen.at(-1)
    if (last !== undefined && at < last.at) {
      // A little: the measured clock was corrected. A lot: the server's clock was set back.
      if (at > last.at - MARK_HOLDS) return
      this.#seen = []
    }
    if (last !== undefined && at === last.at) this.#seen.pop()
    this.#seen.push({ mark, at })
    // Everything that a window could still ask for, and the mark that stood at its beginning.
    while (this.#seen.length > 2 && (this.#seen[1]?.at ?? at) < at - TWAP_WINDOW - MARK_HOLDS) this.#seen.shift()
  }

  /** Forgets all: another asset, or the server's clock was set. */
  clear(): void {
    this.#seen = []
  }

  /** The average from `from` to `to`; null when no mark stood in between. */
  estimate(from: number, to: number): Estimate | null {
    let places = 0
    for (const { mark } of this.#seen) places = Math.max(places, placesOf(mark))
    let sum = 0n
    let covered = 0
    this.#seen.forEach(({ mark, at }, i) => {
      const until = Math.min(this.#seen[i + 1]?.at ?? to, at + MARK_HOLDS, to)
      const stood = until - Math.max(at, from)
      if (stood <= 0) return
      sum += toUnits(mark, places) * BigInt(stood)
      covered += stood
    })
    if (covered === 0) return null
    return { mark: average(sum, BigInt(covered), places), coveredMs: covered }
  }
}

/** The plain average of evenly spaced marks; null when there are none. */
export function averageOf(marks: readonly Price[], places: number): Price | null {
  if (marks.length === 0) return null
  const most = marks.reduce((widest, mark) => Math.max(widest, placesOf(mark)), places)
  let sum = 0n
  for (const mark of marks) sum += toUnits(mark, most)
  return average(sum, BigInt(marks.length) * 10n ** BigInt(most - places), places)
}
