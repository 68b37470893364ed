/**
 * A position that the service shows otherwise than the ledger has it: what that is, said once, after two reads that agree. Pure.
 */
import { absolute, compare, type Size, signOf, subtract, ZERO } from '../decimal.ts'

/**
 * What a difference comes from. `lagging`: cannot be said yet, reads or lists may be behind. `settling`: of an asset whose reads have not come
 * to rest; taken as it is, and not reported. `settlement`: its market has ended. `liquidation`: its liquidation price was reached. `conversion`:
 * shares were converted, which the history of conversions tells. `unknown`: it is gone, and nothing says why. `external`: something else did it
 * that no fill tells of.
 */
export type DifferenceCause =
  | 'lagging'
  | 'settling'
  | 'settlement'
  | 'liquidation'
  | 'conversion'
  | 'unknown'
  | 'external'

/** How a difference stands; times are monotonic, ms. */
export interface Difference {
  /** By how much more is shown than expected, signed; zero where reads and entries agree. */
  readonly by: Size
  /** Since when reads show just this. */
  readonly since: number
  /** How many reads did, one after the other. */
  readonly reads: number
}

/** What is known of an asset when its position differs. */
export interface DifferenceFacts {
  readonly shown: Size
  readonly expected: Size
  readonly difference: Pick<Difference, 'since' | 'reads'>
  /** Monotonic, ms. */
  readonly now: number
  /** The asset's reads have not come to rest. */
  readonly isSettling: boolean
  /** Fills were read after the account. */
  readonly areFillsRead: boolean
  /** Every fill since the ledger began is known. */
  readonly isComplete: boolean
  /** Something that was sent for the asset has an unknown outcome, or its fills are not listed yet. */
  readonly isInDoubt: boolean
  /** The market of what was held has ended. */
  readonly hasEnded: boolean
  /** Its mark was at the liquidation price. */
  readonly wasAtLiquidation: boolean
  /** Shares of its market were converted, or may have been. */
  readonly mayBeConverted: boolean
}

/** Reads this far apart that agree bear one another out, ms. */
export const APART = 3_000
/** Positions and fills may lag behind one another by this much, ms. */
export const LAG = 10_000

/** A difference after one more read; a read that shows another one begins anew. */
export function seenAgain(before: Difference | undefined, shown: Size, expected: Size, now: number): Difference {
  const by = subtract(shown, expected)
  return before !== undefined && compare(before.by, by) === 0
    ? { ...before, reads: before.reads + 1 }
    : { by, since: now, reads: 1 }
}

/** Whether less is held than expected, or on the other side. */
const isLess = ({ shown, expected }: DifferenceFacts): boolean =>
  signOf(shown) !== signOf(expected) || compare(absolute(shown), absolute(expected)) < 0
const lasts = ({ difference: { since, reads }, now }: DifferenceFacts, ms: number): boolean =>
  reads >= 2 && now - since >= ms

/** The first row that holds says it. */
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

/** What a difference comes from; asked only where there is one. */
export const causeOf = (facts: DifferenceFacts): DifferenceCause =>
  TABLE.find(([holds]) => holds(facts))?.[1] ?? 'external'

/** Whether reads and entries have agreed for so long that the asset is at rest. */
export const isAtRest = (difference: Difference, now: number): boolean =>
  compare(difference.by, ZERO) === 0 && now - difference.since >= LAG
