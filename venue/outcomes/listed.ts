/** An outcome that is listed: its books, its traders, its state and its prices. */
import type { ForcedStatus } from '../market/index.ts'
import type { ProbabilityTraders } from '../traders/index.ts'
import type { OutcomeSpec, QuestionSpec } from './catalogue.ts'
import { OutcomeBooks } from './exchange.ts'

export interface Listed {
  readonly spec: OutcomeSpec
  readonly question: QuestionSpec
  /** Place in the question. */
  readonly place: number
  readonly books: OutcomeBooks
  /** The venue's own traders of each book; none once it no longer trades. */
  traders: readonly ProbabilityTraders[]
  state: 'open' | 'settling' | 'expired'
  winner: number | null
  forced: ForcedStatus
  version: number
  /** Fair probability of each side at the last look. */
  fair: readonly number[]
  /** Prices since it was listed here: second and ticks by side. */
  history: { second: number; ticks: readonly number[] }[]
}

/** An outcome as it is when it is listed: open, with empty books. */
export const newListed = (spec: OutcomeSpec, question: QuestionSpec, place: number): Listed => ({
  spec,
  question,
  place,
  books: new OutcomeBooks(spec.sides.length),
  traders: [],
  state: 'open',
  winner: null,
  forced: null,
  version: 1,
  fair: [],
  history: [],
})
