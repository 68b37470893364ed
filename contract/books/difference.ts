/** Classifies a difference between a position that the service reports and the ledger, once, after two reads that agree. Pure. */
import { absolute, compare, type Size, signOf, subtract, ZERO } from '../decimal.ts'

/**
 * `lagging`: not decided yet, a read or a list may be behind. `settling`: the reads of the asset are not at rest; adopted without a report.
 * `settlement`: the market has ended. `liquidation`: the liquidation price was reached. `conversion`: shares were converted, as the history of
 * conversions will show. `unknown`: the position is gone without a reason. `external`: another client traded, without a fill.
 */
export type DifferenceCause =
  | 'lagging'
  | 'settling'
  | 'settlement'
  | 'liquidation'
  | 'conversion'
  | 'unknown'
  | 'external'

/** A difference over several reads. Times are monotonic, ms. */
export interface Difference {
  /** Reported size minus expected size; zero when they agree. */
  readonly by: Size
  /** Since when reads show this difference. */
  readonly since: number
  /** Number of consecutive reads that show it. */
  readonly reads: number
}

/** Facts about an asset whose position differs. */
export interface DifferenceFacts {
  readonly shown: Size
  readonly expected: Size
  readonly difference: Pick<Difference, 'since' | 'reads'>
  /** Monotonic, ms. */
  readonly now: number
  readonly isSettling: boolean
  /** Fills were read after the account was. */
  readonly areFillsRead: boolean
  /** Every fill since the ledger began is known. */
  readonly isComplete: boolean
  /** An action in the asset has an unknown outcome, or its fills are not listed yet. */
  readonly isInDoubt: boolean
  /** The market of the expected position has ended. */
  readonly hasEnded: boolean
  /** The mark reached the liquidation price. */
  readonly wasAtLiquidation: boolean
  /** Shares may have been converted by this terminal. */
  readonly mayBeConverted: boolean
}

/** Minimum time between two reads that confirm each other, ms. */
export const APART = 3_000
/** Maximum lag between positions and fills, ms. */
export const LAG = 10_000

/** Updates a difference with one more read; a read with another difference starts again. */
export function seenAgain(before: Difference | undefined, shown: Size, expected: Size, now: number): Difference {
  const by = subtract(shown, expected)
  return before !== undefined && compare(before.by, by) === 0
    ? { ...before, reads: before.reads + 1 }
    : { by, since: now, reads: 1 }
}

/** Whether the position is smaller than expected, or on the other side. */
const isLess = ({ shown, expected }: DifferenceFacts): boolean =>
  signOf(shown) !== signOf(expected) || compare(absolute(shown), absolute(expected)) < 0
const lasts = ({ difference: { since, reads }, now }: DifferenceFacts, ms: number): boolean =>
  reads >= 2 && now - since >= ms

/** The first matching row decides. */
const TABLE: readonly (readonly [holds: (facts: DifferenceFacts) => boolean, cause: DifferenceCause])[] = [
  [({ areFillsRead }) => !areFillsRead, 'lagging'],
  [(facts) => facts.isSettling && !lasts(facts, LAG), 'lagging'],
  [({ isSettling }) => isSettling, 'settling'],
  [(facts) => !lasts(facts, APART), 'lagging'],
  [({ isComplete }) => !isComplete, 'settling'],
  [(facts) => facts.hasEnded && isLess(facts), 'settlement'],
  [({ isInDoubt }) => isInDoubt, 'lagging'],
  [(facts) => !lasts(facts, LAG), 'lagging'],
  [(facts) => facts.wasAtLiquidation && isLess(facts), 'liquidation'],
  [({ mayBeConverted }) => mayBeConverted, 'conversion'],
  [({ shown, expected }) => signOf(shown) === 0 && signOf(expected) !== 0, 'unknown'],
]

export const causeOf = (facts: DifferenceFacts): DifferenceCause =>
  TABLE.find(([holds]) => holds(facts))?.[1] ?? 'external'

/** Whether reads and entries have agreed long enough for the asset to be at rest. */
export const isAtRest = (difference: Difference, now: number): boolean =>
  compare(difference.by, ZERO) === 0 && now - difference.since >= LAG
