/** Every side of every outcome market as an instrument, made anew only for the markets of which something changed. */
import type { InstrumentView, OutcomeInstrument } from '../../contract/instrument.ts'
import type { OutcomeRef } from '../../contract/market-ref.ts'
import type { OutcomeMarket, OutcomesView } from '../../contract/outcome.ts'
import { outcomeInstrument, outcomeNotHere } from './outcome.ts'

/** The instruments of a market's sides, and what they were made of. */
interface Made {
  readonly market: OutcomeMarket
  readonly stale: boolean
  readonly over: boolean
  readonly sides: readonly OutcomeInstrument[]
}

export class OutcomeList {
  readonly #made = new Map<number, Made>()
  #markets: readonly OutcomeMarket[] | null = null

  /** One side; undefined while the list was not read. @param now the service's time */
  resolve(ref: OutcomeRef, view: OutcomesView, now: number): InstrumentView | undefined {
    this.#take(view)
    const made = this.#made.get(ref.outcomeId)
    if (made === undefined) return view.receivedAt === null ? undefined : outcomeNotHere(ref, undefined)
    const fresh = this.#fresh(made, view, now)
    return fresh.sides.find(({ side }) => side === ref.side) ?? outcomeNotHere(ref, fresh.market)
  }

  /** All of them, as the service lists them. @param now the service's time */
  all(view: OutcomesView, now: number): readonly OutcomeInstrument[] {
    this.#take(view)
    return [...this.#made.values()].flatMap((made) => this.#fresh(made, view, now).sides)
  }

  /** The next time at which a market reaches its expiry; null where none will. @param now the service's time */
  nextExpiry({ markets }: OutcomesView, now: number): number | null {
    let next = Number.POSITIVE_INFINITY
    for (const { expiry } of markets) if (expiry !== null && expiry > now && expiry < next) next = expiry
    return next === Number.POSITIVE_INFINITY ? null : next
  }

  /** The list of a new read: markets that it has unchanged are the same objects as before. */
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
