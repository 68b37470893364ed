/** Resolves refs, and lists every market of the deployment. Never throws: what is not known yet is undefined. */

import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { Instrument, InstrumentView, MarketsView, NotHere, OutcomeInstrument } from '../../contract/instrument.ts'
import { FAMILIES, type Family, type MarketRef, type OutcomeRef } from '../../contract/market-ref.ts'
import type { OutcomeMarket, OutcomesView } from '../../contract/outcome.ts'
import type { Feature } from '../../contract/session.ts'
import type { FactsSource, MarketFacts } from './facts.ts'
import { binaryInstrument, LastLive, notHere, outcomeInstrument, outcomeNotHere, scalarInstrument } from './resolve.ts'

/** The instruments of a market's sides, and their inputs. */
interface Made {
  readonly market: OutcomeMarket
  readonly stale: boolean
  readonly over: boolean
  readonly sides: readonly OutcomeInstrument[]
}

/** Every side of every outcome market as an instrument, rebuilt only for markets that changed. */
class OutcomeList {
  readonly #made = new Map<number, Made>()
  #markets: readonly OutcomeMarket[] | null = null

  /** One side; undefined before the list was read. @param now the service's time */
  resolve(ref: OutcomeRef, view: OutcomesView, now: number): InstrumentView | undefined {
    this.#take(view)
    const made = this.#made.get(ref.outcomeId)
    if (made === undefined) return view.receivedAt === null ? undefined : outcomeNotHere(ref, undefined)
    const fresh = this.#fresh(made, view, now)
    return fresh.sides.find(({ side }) => side === ref.side) ?? outcomeNotHere(ref, fresh.market)
  }

  /** All of them, in the service's order. @param now the service's time */
  all(view: OutcomesView, now: number): readonly OutcomeInstrument[] {
    this.#take(view)
    return [...this.#made.values()].flatMap((made) => this.#fresh(made, view, now).sides)
  }

  /** The next expiry of a market; null without one. @param now the service's time */
  nextExpiry({ markets }: OutcomesView, now: number): number | null {
    let next = Number.POSITIVE_INFINITY
    for (const { expiry } of markets) if (expiry !== null && expiry > now && expiry < next) next = expiry
    return next === Number.POSITIVE_INFINITY ? null : next
  }

  /** The list of a new read: unchanged markets are the same objects as before. */
  #take({ markets }: OutcomesView): void {
    if (markets === this.#markets) return
    this.#markets = markets
    const before = new Map(this.#made)
    this.#made.clear()
    for (const market of markets) {
      const known = before.get(market.outcomeId)
      const isSame = known?.market === market
      this.#made.set(market.outcomeId, isSame ? known : { market, stale: true, over: false, sides: [] })
    }
  }

  #fresh(made: Made, { receivedAt, stale }: OutcomesView, now: number): Made {
    const { market } = made
    const over = market.expiry !== null && now >= market.expiry
    if (made.sides.length > 0 && made.stale === stale && made.over === over) return made
    const sides = market.sides.flatMap(
      ({ index }) => outcomeInstrument(market, index, { receivedAt, stale }, now) ?? [],
    )
    const fresh = { market, stale, over, sides }
    this.#made.set(market.outcomeId, fresh)
    return fresh
  }
}

export class Catalogue {
  readonly #facts: Pick<FactsSource, 'status' | 'serverNow'>
  readonly #lastLive = new LastLive()
  readonly #outcomes = new OutcomeList()

  constructor(facts: Pick<FactsSource, 'status' | 'serverNow'>) {
    this.#facts = facts
  }

  /** Remembers what is live, for the gap of a settlement; called at every change of the facts. */
  note(now: MarketFacts): void {
    this.#lastLive.note(now)
  }

  resolve(ref: MarketRef, now: MarketFacts): InstrumentView | undefined {
    const { scalar, binary, outcomes } = now.features
    switch (ref.family) {
      case 'scalar':
        return scalarInstrument(ref, { ...now, feature: scalar }, this.#lastLive.scalar(now), this.#facts.status)
      case 'binary': {
        const followed = this.#lastLive.binary(now)
        return binaryInstrument(ref, { ...now, feature: binary }, followed, this.#facts.serverNow())
      }
      case 'outcome':
        if (outcomes.on) return this.#outcomes.resolve(ref, now.outcomes, this.#facts.serverNow())
        return outcomes.unread === 'pending' ? undefined : notHere(ref, 'outcome markets', outcomes.reason)
    }
  }

  /** Every market under its own ref. */
  list(now: MarketFacts): MarketsView {
    const refs: readonly MarketRef[] = [
      ...now.scalar.markets.map(({ asset }): MarketRef => ({ family: 'scalar', asset })),
      ...now.binary.markets.map(({ asset }): MarketRef => ({ family: 'binary', asset })),
    ]
    const few = refs.map((ref) => this.resolve(ref, now)).filter(isHere)
    const many = now.features.outcomes.on ? this.#outcomes.all(now.outcomes, this.#facts.serverNow()) : []
    const states = FAMILIES.map((family) => ({ family, ...stateOf(family, now) }))
    return {
      instruments: [...few, ...many],
      waiting: states.filter(({ waits }) => waits).map(({ family }) => family),
      errors: states.flatMap(({ family, error }) => (error === null ? [] : [{ family, message: error }])),
    }
  }

  /** The next expiry or end of entries, which no message announces; null without one. */
  nextMoment({ outcomes, binary }: MarketFacts): number | null {
    const now = this.#facts.serverNow()
    const cutoff = binary.status?.entryCutoff ?? null
    const moments = [this.#outcomes.nextExpiry(outcomes, now), cutoff !== null && cutoff > now ? cutoff : null]
    const next = Math.min(...moments.map((moment) => moment ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(next) ? next : null
  }
}

const isHere = (view: InstrumentView | NotHere | undefined): view is Instrument => view?.here === true

/** Whether a family's list is still pending, and why it could not be read. */
function stateOf(family: Family, now: MarketFacts): { readonly waits: boolean; readonly error: string | null } {
  const { feature: name } = FAMILY_RULES[family]
  const feature: Feature = now.features[name]
  const { receivedAt, error } = now[name]
  if (!feature.on) {
    if (feature.unread === 'failed') return { waits: false, error: feature.reason }
    return { waits: feature.unread === 'pending', error: null }
  }
  return { waits: receivedAt === null && error === null, error }
}
