/** What windows read of the wallet's books. */
import type { DayResult } from './books/index.ts'
import type { Millis } from './time.ts'

/** The `books` topic: another version says that results are new. */
export interface BooksView {
  readonly version: number
}

/** Which days: from the start of one to that of another, which is left out. The service's time. */
export interface ResultsAsked {
  readonly from: number
  readonly to: number
}

/** What days made. */
export interface ResultsView {
  /** Oldest first. */
  readonly days: readonly DayResult[]
  /** From when on every fill is known; null while that is not certain. */
  readonly since: Millis | null
  /** Whether all that came in is worked out. */
  readonly isWhole: boolean
}
