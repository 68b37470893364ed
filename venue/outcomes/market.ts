/** The outcome markets as time passes: listing, prices, expiry, settlement, pay-out, and leaving the list. */

import { CERTAIN } from '../ledger/index.ts'
import type { FamilyHost } from '../market/index.ts'
import { Changes, type ForcedStatus, VenueError } from '../market/index.ts'
import type { ProbabilityOutlook, ProbabilityTraders } from '../traders/index.ts'
import { Catalogue, type OutcomeSpec, type QuestionSpec } from './catalogue.ts'
import { OutcomeBooks, OutcomeExchange } from './exchange.ts'
import type { OutcomeEvent } from './interface.ts'
import { assetOf, assetOfCoin, outcomeOf, sideOf } from './shares.ts'
import { OutcomeTraders } from './traders.ts'

/** Seconds between renewals of a market's quotes; when much time passes at once, between coarse ones. */
const QUOTE_SECONDS = 2
const COARSE_SECONDS = 60
/** Seconds between points of the price history that is kept. */
export const HISTORY_STEP = 300
const HISTORY_POINTS = (8 * 86_400) / HISTORY_STEP
const TIDY_SECONDS = 600

/** A listed outcome. */
export interface Listed {
  readonly spec: OutcomeSpec
  readonly question: QuestionSpec
  /** Place in the question. */
  readonly place: number
  readonly books: OutcomeBooks
  desks: readonly ProbabilityTraders[]
  state: 'open' | 'settling' | 'expired'
  winner: number | null
  forced: ForcedStatus
  version: number
  /** Fair probability of each side at the last look. */
  fair: readonly number[]
  /** Prices since it was listed here: second and ticks by side. */
  history: { second: number; ticks: readonly number[] }[]
}

export class OutcomeMarket {
  readonly host: FamilyHost
  readonly changes: Changes<OutcomeEvent>
  readonly exchange: OutcomeExchange
  readonly catalogue: Catalogue
  readonly #desks: OutcomeTraders | null
  readonly #listed = new Map<number, Listed>()
  readonly #fairAt = new Map<number, { second: number; fair: number[][] }>()

  constructor(host: FamilyHost, traders: boolean) {
    this.host = host
    this.changes = new Changes((error) => host.listenerFailed(error))
    this.exchange = new OutcomeExchange(host, (id) => this.outcome(id).books, this.changes)
    this.catalogue = new Catalogue(host.oracle, host.seed)
    this.#desks = traders ? new OutcomeTraders(host, this.exchange) : null
    this.#list()
    for (const listed of this.#listed.values()) this.#keepPrice(listed)
  }

  /** In order of expiry. */
  listed(): Listed[] {
    return [...this.#listed.values()].sort((a, b) => a.question.expiry - b.question.expiry || a.spec.id - b.spec.id)
  }

  find(outcomeId: number): Listed | null {
    return this.#listed.get(outcomeId) ?? null
  }

  /** @throws VenueError `unknown_outcome` */
  outcome(outcomeId: number): Listed {
    const found = this.#listed.get(outcomeId)
    if (found !== undefined) return found
    throw new VenueError(404, 'unknown_outcome', `There is no outcome ${outcomeId}.`, 'outcomeId')
  }

  /** @throws VenueError `unknown_coin` */
  coin(coin: string): { listed: Listed; side: number; asset: number } {
    const asset = assetOfCoin(coin)
    const listed = asset === null ? undefined : this.#listed.get(outcomeOf(asset))
    const side = asset === null ? -1 : sideOf(asset)
    if (asset === null || listed === undefined || side >= listed.spec.sides.length) {
      throw new VenueError(
        404,
        'unknown_coin',
        `There is no outcome side ${JSON.stringify(coin).slice(0, 40)}.`,
        'coin',
      )
    }
    return { listed, side, asset }
  }

  /** Everything that falls on a whole second. */
  onSecond(coarse: boolean): void {
    const now = this.host.now()
    const second = Math.floor(now / 1000)
    for (const listed of this.#listed.values()) this.#age(listed, now)
    if (second % 60 === 0) this.#list()
    const every = coarse ? COARSE_SECONDS : QUOTE_SECONDS
    let quoted = false
    for (const listed of this.#listed.values()) {
      if (listed.state !== 'open') continue
      if ((second + listed.spec.id) % every === 0) {
        this.#trade(listed, second, coarse)
        quoted = true
      }
      if (second % HISTORY_STEP === 0) this.#keepPrice(listed)
      if (second % TIDY_SECONDS === 0) this.#desks?.tidy(listed.spec.id, listed.spec.sides.length)
    }
    if (quoted) this.changes.once('prices', { kind: 'prices' })
  }

  /** Price of a side in ticks, 0 to 1000: the middle of its book, rounded towards side 0's half up; fair while a side is empty. */
  price(listed: Listed, side: number): number {
    if (listed.winner !== null) return listed.winner === side ? CERTAIN : 0
    if (listed.spec.sides.length === 2 && side === 1) return CERTAIN - this.price(listed, 0)
    const { bestBid, bestAsk } = listed.books.book(side)
    if (listed.state === 'open' && bestBid >= 0 && bestAsk >= 0) return Math.floor((bestBid + bestAsk + 1) / 2)
    const fair = Math.round((listed.fair[side] ?? 0) * CERTAIN)
    return Math.max(1, Math.min(CERTAIN - 1, fair))
  }

  /** Fair probabilities of every outcome of a question at a second that has come. */
  fairOf(question: QuestionSpec, second: number): number[][] {
    return question.model.probabilities(Math.min(second, question.expiry / 1000))
  }

  force(outcomeId: number, status: ForcedStatus): void {
    const listed = this.outcome(outcomeId)
    listed.forced = status
    listed.version++
    if (status === 'settled') this.#expireOrders(listed)
    this.changes.once('markets', { kind: 'markets' })
  }

  /** The oracle has another past or present: what was known of it is read again. */
  reread(): void {
    this.#fairAt.clear()
    const second = Math.floor(this.host.now() / 1000)
    for (const listed of this.#listed.values()) this.#look(listed, second)
    this.changes.once('prices', { kind: 'prices' })
  }

  /** Accounts came back from outside, and with them perhaps another past of the oracle: questions are made anew where it shows. */
  restored(): void {
    for (const [id, listed] of this.#listed) {
      const question = this.catalogue.byOutcome(id)
      if (question === null) continue
      const spec = question.outcomes[listed.place]
      if (spec !== undefined) this.#listed.set(id, { ...listed, spec, question, history: [] })
    }
    const second = Math.floor(this.host.now() / 1000)
    this.#fairAt.clear()
    for (const listed of this.#listed.values()) {
      this.#look(listed, second)
      if (listed.state === 'expired') listed.winner = listed.question.model.winners()[listed.place] ?? null
    }
  }

  /** The venue's own traders are back, behind those who were there before. */
  requote(): void {
    for (const listed of this.#listed.values()) {
      if (this.trades(listed)) this.#quote(listed, true)
      this.#keepPrice(listed)
    }
  }

  /** Leaves the books to others until the next quotes. */
  withdraw(): void {
    for (const { desks } of this.#listed.values()) for (const desk of desks) desk.withdraw()
  }

  /** Whether the outcome takes orders, if only to sell. */
  trades(listed: Listed): boolean {
    return listed.state === 'open' && (listed.forced === null || listed.forced === 'close_only')
  }

  #list(): void {
    const now = this.host.now()
    for (const [id, listed] of this.#listed) if (now >= listed.question.gone) this.#drop(id, listed)
    const missing = this.catalogue.at(now, (id) => this.#listed.has(id))
    if (missing.length === 0) return
    for (const question of missing) {
      question.outcomes.forEach((spec, place) => {
        const listed: Listed = {
          spec,
          question,
          place,
          books: new OutcomeBooks(spec.sides.length),
          desks: [],
          state: 'open',
          winner: null,
          forced: null,
          version: 1,
          fair: [],
          history: [],
        }
        this.#listed.set(spec.id, listed)
        this.#look(listed, Math.floor(now / 1000))
        this.#age(listed, now)
        if (listed.state !== 'open' || this.#desks === null) return
        listed.desks = this.#desks.open(spec.id, spec.sides.length, question.interest, listed.books)
        listed.desks.forEach((desk, side) => {
          desk.open(this.#outlook(listed, side), now / 1000)
        })
      })
    }
    this.changes.once('markets', { kind: 'markets' })
  }

  /** Moves a market along its life. */
  #age(listed: Listed, now: number): void {
    if (listed.state === 'open' && now >= listed.question.expiry) {
      this.#look(listed, listed.question.expiry / 1000)
      this.#keepPrice(listed)
      this.#expireOrders(listed)
      listed.state = 'settling'
      listed.desks = []
      this.#changed(listed)
    }
    if (listed.state === 'settling' && now >= listed.question.paysAt) {
      const winner = listed.question.model.winners()[listed.place] ?? 0
      listed.spec.sides.forEach((_, side) => {
        this.exchange.settle(assetOf(listed.spec.id, side), side === winner)
      })
      listed.winner = winner
      listed.state = 'expired'
      this.#changed(listed)
    }
  }

  #drop(id: number, listed: Listed): void {
    this.#listed.delete(id)
    this.#fairAt.delete(listed.question.id)
    for (const side of listed.spec.sides.keys()) this.exchange.shares.forget(assetOf(id, side))
    this.changes.once('markets', { kind: 'markets' })
  }

  #trade(listed: Listed, second: number, coarse: boolean): void {
    this.#look(listed, second)
    if (!this.trades(listed)) return
    this.#quote(listed, coarse)
    if (listed.forced !== null) return
    listed.desks.forEach((desk, side) => {
      desk.take(this.#outlook(listed, side), second)
    })
  }

  #quote(listed: Listed, everything: boolean): void {
    listed.desks.forEach((desk, side) => {
      desk.quote(this.#outlook(listed, side), everything)
    })
  }

  #outlook(listed: Listed, side: number): ProbabilityOutlook {
    return { fair: listed.fair[side] ?? 0, secondsLeft: (listed.question.expiry - this.host.now()) / 1000 }
  }

  #look(listed: Listed, second: number): void {
    const { question } = listed
    let known = this.#fairAt.get(question.id)
    if (known?.second !== second) {
      known = { second, fair: this.fairOf(question, second) }
      this.#fairAt.set(question.id, known)
    }
    listed.fair = known.fair[listed.place] ?? []
  }

  #keepPrice(listed: Listed): void {
    const second = Math.min(Math.floor(this.host.now() / 1000), listed.question.expiry / 1000)
    if (listed.history.at(-1)?.second === second) return
    listed.history.push({ second, ticks: listed.spec.sides.map((_, side) => this.price(listed, side)) })
    if (listed.history.length > HISTORY_POINTS) listed.history.shift()
  }

  #expireOrders(listed: Listed): void {
    for (const book of listed.books.books) {
      for (const order of book.orders()) this.exchange.withdraw(order, 'expired')
    }
  }

  #changed(listed: Listed): void {
    listed.version++
    this.changes.once('markets', { kind: 'markets' })
    this.changes.once('prices', { kind: 'prices' })
  }
}
