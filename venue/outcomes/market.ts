/** The outcome markets over time: listing, prices, expiry, settlement, payout, and delisting. */

import type { ProbabilityOutlook } from '../market/index.ts'
import { Changes, type FamilyHost, type ForcedStatus, VenueError } from '../market/index.ts'
import { Catalogue } from './catalogue.ts'
import { OutcomeExchange } from './exchange.ts'
import type { OutcomeEvent } from './interface.ts'
import { HISTORY_STEP, type Listed, newListed, OutcomePrices } from './listed.ts'
import { assetOf, assetOfCoin, outcomeOf, sideOf } from './shares.ts'
import { OutcomeTraders } from './traders.ts'

/** Seconds between quote updates of a market, and between the coarse ones used when much time passes at once. */
const QUOTE_SECONDS = 2
const COARSE_SECONDS = 60
const TIDY_SECONDS = 600

export class OutcomeMarket {
  readonly host: FamilyHost
  readonly changes: Changes<OutcomeEvent>
  readonly exchange: OutcomeExchange
  readonly catalogue: Catalogue
  readonly prices: OutcomePrices
  readonly #traders: OutcomeTraders | null
  readonly #listed = new Map<number, Listed>()

  constructor(host: FamilyHost, traders: boolean) {
    this.host = host
    this.changes = new Changes((error) => host.listenerFailed(error))
    this.exchange = new OutcomeExchange(host, (id) => this.outcome(id).books, this.changes)
    this.catalogue = new Catalogue(host.oracle, host.seed)
    this.prices = new OutcomePrices(() => host.now())
    this.#traders = traders ? new OutcomeTraders(host, this.exchange) : null
    this.#list()
    for (const listed of this.#listed.values()) this.prices.keep(listed)
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

  /** The outcome, if it has the side. @throws VenueError `unknown_outcome`, `bad_request` */
  side(outcomeId: number, side: number): Listed {
    const listed = this.outcome(outcomeId)
    if (listed.spec.sides[side] !== undefined) return listed
    const detail = `${listed.spec.name} has the sides 0 to ${listed.spec.sides.length - 1}; ${side} is none of them.`
    throw new VenueError(400, 'bad_request', detail, 'side')
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

  /** Work of every whole second. */
  onSecond(coarse: boolean, areTradersStill = false): void {
    const now = this.host.now()
    const second = Math.floor(now / 1000)
    for (const listed of this.#listed.values()) this.#age(listed, now)
    if (second % 60 === 0) this.#list()
    const every = coarse ? COARSE_SECONDS : QUOTE_SECONDS
    let quoted = false
    for (const listed of this.#listed.values()) {
      if (listed.state !== 'open') continue
      if ((second + listed.spec.id) % every === 0) {
        this.prices.look(listed, second)
        if (!areTradersStill) this.#trade(listed, second, coarse)
        quoted = true
      }
      if (second % HISTORY_STEP === 0) this.prices.keep(listed)
      if (second % TIDY_SECONDS === 0) this.#traders?.tidy(listed.spec.id, listed.spec.sides.length)
    }
    if (quoted) this.changes.once('prices', { kind: 'prices' })
  }

  force(outcomeId: number, status: ForcedStatus): void {
    const listed = this.outcome(outcomeId)
    listed.forced = status
    listed.version++
    if (status === 'settled') this.#expireOrders(listed)
    this.changes.once('markets', { kind: 'markets' })
  }

  /** The oracle was changed: values derived from it are read again. */
  reread(): void {
    this.prices.clear()
    const second = Math.floor(this.host.now() / 1000)
    for (const listed of this.#listed.values()) this.prices.look(listed, second)
    this.changes.once('prices', { kind: 'prices' })
  }

  /** Accounts were restored, possibly with a different past of the oracle: affected questions are recreated. */
  restored(): void {
    for (const [id, listed] of this.#listed) {
      const question = this.catalogue.byOutcome(id)
      if (question === null) continue
      const spec = question.outcomes[listed.place]
      if (spec !== undefined) this.#listed.set(id, { ...listed, spec, question, history: [] })
    }
    const second = Math.floor(this.host.now() / 1000)
    this.prices.clear()
    for (const listed of this.#listed.values()) {
      this.prices.look(listed, second)
      if (listed.state === 'expired') listed.winner = listed.question.model.winners()[listed.place] ?? null
    }
  }

  /** The venue's own traders quote again, behind the restored orders. */
  requote(): void {
    for (const listed of this.#listed.values()) {
      if (this.trades(listed)) this.#quote(listed, true)
      this.prices.keep(listed)
    }
  }

  /** Withdraws the venue's quotes until the next update. */
  withdraw(): void {
    for (const { traders } of this.#listed.values()) for (const ofSide of traders) ofSide.withdraw()
  }

  /** Whether the outcome accepts orders, even if only sales. */
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
        const listed = newListed(spec, question, place)
        this.#listed.set(spec.id, listed)
        this.prices.look(listed, Math.floor(now / 1000))
        this.#age(listed, now)
        if (listed.state !== 'open' || this.#traders === null) return
        listed.traders = this.#traders.open(spec.id, spec.sides.length, question.interest, listed.books)
        listed.traders.forEach((traders, side) => {
          traders.open(this.#outlook(listed, side), now / 1000)
        })
      })
    }
    this.changes.once('markets', { kind: 'markets' })
  }

  /** Advances a market to its next state. */
  #age(listed: Listed, now: number): void {
    if (listed.state === 'open' && now >= listed.question.expiry) {
      this.prices.look(listed, listed.question.expiry / 1000)
      this.prices.keep(listed)
      this.#expireOrders(listed)
      listed.state = 'settling'
      listed.traders = []
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
    this.prices.forget(listed.question)
    for (const side of listed.spec.sides.keys()) this.exchange.shares.forget(assetOf(id, side))
    this.changes.once('markets', { kind: 'markets' })
  }

  #trade(listed: Listed, second: number, coarse: boolean): void {
    if (!this.trades(listed)) return
    this.#quote(listed, coarse)
    if (listed.forced !== null) return
    listed.traders.forEach((traders, side) => {
      traders.take(this.#outlook(listed, side), second)
    })
  }

  #quote(listed: Listed, everything: boolean): void {
    listed.traders.forEach((traders, side) => {
      traders.quote(this.#outlook(listed, side), everything)
    })
  }

  #outlook(listed: Listed, side: number): ProbabilityOutlook {
    return { fair: listed.fair[side] ?? 0, secondsLeft: (listed.question.expiry - this.host.now()) / 1000 }
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
