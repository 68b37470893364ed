/** Thresholds of one measure at one moment: what is above a higher one is above a lower one too, so that prices may only fall. Pure. */
import { compare, type Fahrenheit, type Price } from '../../contract/decimal.ts'
import type { Quoted } from './implied.ts'

/** The Yes of "above this temperature". */
export interface Threshold extends Quoted {
  readonly name: string
  readonly above: Fahrenheit
}

/** Two thresholds whose prices contradict one another: the higher one is bid above what the lower one is offered at. */
interface Violation {
  readonly lower: Threshold
  readonly higher: Threshold
  readonly ask: Price
  readonly bid: Price
}

/** From the lowest to the highest. */
const inOrder = (thresholds: readonly Threshold[]): readonly Threshold[] =>
  [...thresholds].sort((a, b) => compare(a.above, b.above))

/** Every pair that contradicts, before fees. */
export function violationsOf(thresholds: readonly Threshold[]): readonly Violation[] {
  const ordered = inOrder(thresholds)
  return ordered.flatMap((lower, at) =>
    ordered.slice(at + 1).flatMap((higher) => {
      const { ask } = lower
      const { bid } = higher
      if (ask === null || bid === null || compare(bid, ask) <= 0) return []
      return compare(lower.above, higher.above) === 0 ? [] : [{ lower, higher, ask, bid }]
    }),
  )
}
