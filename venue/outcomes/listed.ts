/** A listed outcome: its books, traders, state and prices. */

import { CERTAIN } from '../ledger/index.ts'
import type { ForcedStatus, ProbabilityTraders } from '../market/index.ts'
import type { OutcomeSpec, QuestionSpec } from './catalogue.ts'
import { OutcomeBooks } from './exchange.ts'

export interface Listed {
  readonly spec: OutcomeSpec
  readonly question: QuestionSpec
  /** Index within the question. */
  readonly place: number
  readonly books: OutcomeBooks
  /** The venue's own traders of each book; empty once trading has ended. */
  traders: readonly ProbabilityTraders[]
  state: 'open' | 'settling' | 'expired'
  winner: number | null
  forced: ForcedStatus
  version: number
  /** Fair probability of each side when last calculated. */
  fair: readonly number[]
  /** Prices since it was listed here: second and ticks by side. */
  history: { second: number; ticks: readonly number[] }[]
}

/** A newly listed outcome: open, with empty books. */
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

/** Seconds between points of the stored price history. */
export const HISTORY_STEP = 300
const HISTORY_POINTS = (8 * 86_400) / HISTORY_STEP

/** Prices of outcome sides: fair probabilities, displayed prices, and stored prices. */
export class OutcomePrices {
  readonly #now: () => number
  /** By question, for the last calculated second. */
  readonly #fairAt = new Map<number, { second: number; fair: number[][] }>()

  /** @param now venue time, ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Price of a side in ticks, 0 to 1000: the midpoint of its book, rounded half up in prices of side 0; fair while a side is empty. */
  of(listed: Listed, side: number): number {
    if (listed.winner !== null) return listed.winner === side ? CERTAIN : 0
    if (listed.spec.sides.length === 2 && side === 1) return CERTAIN - this.of(listed, 0)
    const { bestBid, bestAsk } = listed.books.book(side)
    if (listed.state === 'open' && bestBid >= 0 && bestAsk >= 0) return Math.floor((bestBid + bestAsk + 1) / 2)
    const fair = Math.round((listed.fair[side] ?? 0) * CERTAIN)
    return Math.max(1, Math.min(CERTAIN - 1, fair))
  }

  /** Fair probabilities of every outcome of a question at a second in the past. */
  fair(question: QuestionSpec, second: number): number[][] {
    return question.model.probabilities(Math.min(second, question.expiry / 1000))
  }

  /** Reads an outcome's fair probabilities at a second; calculated once a second for all outcomes of the question. */
  look(listed: Listed, second: number): void {
    const { question } = listed
    let known = this.#fairAt.get(question.id)
    if (known?.second !== second) {
      known = { second, fair: this.fair(question, second) }
      this.#fairAt.set(question.id, known)
    }
    listed.fair = known.fair[listed.place] ?? []
  }

  /** Adds the current prices of an outcome to its history. */
  keep(listed: Listed): void {
    const second = Math.min(Math.floor(this.#now() / 1000), listed.question.expiry / 1000)
    if (listed.history.at(-1)?.second === second) return
    listed.history.push({ second, ticks: listed.spec.sides.map((_, side) => this.of(listed, side)) })
    if (listed.history.length > HISTORY_POINTS) listed.history.shift()
  }

  /** The question was delisted. */
  forget(question: QuestionSpec): void {
    this.#fairAt.delete(question.id)
  }

  /** The oracle was changed. */
  clear(): void {
    this.#fairAt.clear()
  }
}
