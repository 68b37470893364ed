/** An outcome that is listed: its books, its traders, its state and its prices. */

import { CERTAIN } from '../ledger/index.ts'
import type { ForcedStatus, ProbabilityTraders } from '../market/index.ts'
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

/** Seconds between points of the price history that is kept. */
export const HISTORY_STEP = 300
const HISTORY_POINTS = (8 * 86_400) / HISTORY_STEP

/** What the sides of outcomes are worth: their fair probabilities, the price that is shown, and the prices that are kept. */
export class OutcomePrices {
  readonly #now: () => number
  /** By question, of the second that was looked at last. */
  readonly #fairAt = new Map<number, { second: number; fair: number[][] }>()

  /** @param now venue time, ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Price of a side in ticks, 0 to 1000: the middle of its book, rounded towards side 0's half up; fair while a side is empty. */
  of(listed: Listed, side: number): number {
    if (listed.winner !== null) return listed.winner === side ? CERTAIN : 0
    if (listed.spec.sides.length === 2 && side === 1) return CERTAIN - this.of(listed, 0)
    const { bestBid, bestAsk } = listed.books.book(side)
    if (listed.state === 'open' && bestBid >= 0 && bestAsk >= 0) return Math.floor((bestBid + bestAsk + 1) / 2)
    const fair = Math.round((listed.fair[side] ?? 0) * CERTAIN)
    return Math.max(1, Math.min(CERTAIN - 1, fair))
  }

  /** Fair probabilities of every outcome of a question at a second that has come. */
  fair(question: QuestionSpec, second: number): number[][] {
    return question.model.probabilities(Math.min(second, question.expiry / 1000))
  }

  /** Reads an outcome's fair probabilities at a second; its question is asked once a second for all its outcomes. */
  look(listed: Listed, second: number): void {
    const { question } = listed
    let known = this.#fairAt.get(question.id)
    if (known?.second !== second) {
      known = { second, fair: this.fair(question, second) }
      this.#fairAt.set(question.id, known)
    }
    listed.fair = known.fair[listed.place] ?? []
  }

  /** Keeps the present prices of an outcome in its history. */
  keep(listed: Listed): void {
    const second = Math.min(Math.floor(this.#now() / 1000), listed.question.expiry / 1000)
    if (listed.history.at(-1)?.second === second) return
    listed.history.push({ second, ticks: listed.spec.sides.map((_, side) => this.of(listed, side)) })
    if (listed.history.length > HISTORY_POINTS) listed.history.shift()
  }

  /** The question has left the list. */
  forget(question: QuestionSpec): void {
    this.#fairAt.delete(question.id)
  }

  /** The oracle has another past or present. */
  clear(): void {
    this.#fairAt.clear()
  }
}
