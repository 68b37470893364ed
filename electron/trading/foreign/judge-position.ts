/** Whether fills explain how large a position is. Pure. */
import { type Size, signOf } from '../../../contract/decimal.ts'

/** What is known of a position that a read shows, or does not show any more. */
interface PositionFacts {
  /** The read does not show it. */
  readonly isNone: boolean
  /** Another read did, or enough of them agree that there is none: it is an end, and told as one. */
  readonly isGone: boolean
  /** By how much that is more than it was at first and fills make it since, signed. */
  readonly unexplained: Size
  /** What it was at first is not certain yet. */
  readonly isAdopting: boolean
  /** Neither the position nor the fills in its asset changed for so long that both lists show the same. */
  readonly isQuiet: boolean
  /** Every fill since it was as at first is known. */
  readonly isComplete: boolean
  /** Its market has ended since, it is being liquidated, or this terminal converted shares: no fill need tell of it. */
  readonly hasOtherCause: boolean
  /** Fills were read after the position, more than one read differs by the same, and nothing that was sent for the asset is in doubt. */
  readonly isCertain: boolean
}

/**
 * `adopt`: from now on fills are counted from what it is. `anew`: that must be found again first, and nothing is told. `explained`: fills
 * make it what it is. `open`: cannot be said yet. `foreign`: something did that no fill tells of.
 */
type PositionVerdict = 'adopt' | 'anew' | 'explained' | 'open' | 'foreign'

/** The first row that holds says it. */
const TABLE: readonly (readonly [holds: (facts: PositionFacts) => boolean, verdict: PositionVerdict])[] = [
  [({ isAdopting, isQuiet }) => isAdopting && isQuiet, 'adopt'],
  [({ isAdopting }) => isAdopting, 'open'],
  [({ isComplete }) => !isComplete, 'anew'],
  [({ unexplained }) => signOf(unexplained) === 0, 'explained'],
  [({ isNone, isGone }) => isNone && isGone, 'anew'],
  [({ isNone }) => isNone, 'open'],
  [({ hasOtherCause }) => hasOtherCause, 'anew'],
  [({ isCertain }) => !isCertain, 'open'],
  [() => true, 'foreign'],
]

export const judgePosition = (facts: PositionFacts): PositionVerdict =>
  TABLE.find(([holds]) => holds(facts))?.[1] ?? 'open'
