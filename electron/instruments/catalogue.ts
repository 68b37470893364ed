/** What every ref stands for, and every market that the deployment lists. Never throws: what is not known yet is undefined. */
import type { Instrument, InstrumentView, MarketsView, NotHere } from '../../contract/instrument.ts'
import { FAMILIES, type Family, type MarketRef } from '../../contract/market-ref.ts'
import type { Feature } from '../../contract/session.ts'
import { binaryInstrument } from './binary.ts'
import type { FactsSource, MarketFacts } from './interface.ts'
import { LastLive } from './last-live.ts'
import { notHere } from './not-here.ts'
import { OutcomeList } from './outcome-list.ts'
import { scalarInstrument } from './scalar.ts'

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

  /** Every market by its own ref. */
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

  /** When an expiry or the end of entries passes next, which no message tells; null where nothing will. */
  nextMoment({ outcomes, binary }: MarketFacts): number | null {
    const now = this.#facts.serverNow()
    const cutoff = binary.status?.entryCutoff ?? null
    const moments = [this.#outcomes.nextExpiry(outcomes, now), cutoff !== null && cutoff > now ? cutoff : null]
    const next = Math.min(...moments.map((moment) => moment ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(next) ? next : null
  }
}

const isHere = (view: InstrumentView | NotHere | undefined): view is Instrument => view?.here === true

/** Whether a family's list is still to come, and why it could not be read. */
function stateOf(family: Family, now: MarketFacts): { readonly waits: boolean; readonly error: string | null } {
  const feature: Feature = now.features[family === 'outcome' ? 'outcomes' : family]
  const { receivedAt, error } = now[family === 'outcome' ? 'outcomes' : family]
  if (!feature.on) {
    if (feature.unread === 'failed') return { waits: false, error: feature.reason }
    return { waits: feature.unread === 'pending', error: null }
  }
  return { waits: receivedAt === null && error === null, error }
}
