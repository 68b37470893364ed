/** Every market of the deployment, as it was told last, and what changed of it after any version that a window knows. */
import type { Instrument, MarketChanges, MarketsView } from '../../contract/instrument.ts'
import { VersionedRows } from '../topics/index.ts'
import { isSame } from './same.ts'

export class MarketList {
  readonly #rows: VersionedRows<Instrument>
  #view: MarketsView = { instruments: [], waiting: [], errors: [] }

  /** @param first as of `VersionedRows` */
  constructor(first: number) {
    this.#rows = new VersionedRows(first)
  }

  /** The same object as long as it says the same. */
  get view(): MarketsView {
    return this.#view
  }

  get version(): number {
    return this.#rows.version
  }

  /** Takes the list as it is now; false where it says nothing new. What is told of it stays the same objects. */
  take({ instruments, waiting, errors }: MarketsView): boolean {
    const kept = instruments.map((one) => {
      const known = this.#rows.get(one.key)
      if (known !== undefined && isSame(known, one)) return known
      this.#rows.set(one.key, one)
      return one
    })
    this.#rows.keepOnly(kept.map(({ key }) => key))
    const isNews = JSON.stringify([waiting, errors]) !== JSON.stringify([this.#view.waiting, this.#view.errors])
    const changed = this.#rows.bump(isNews)
    if (changed) this.#view = { instruments: kept, waiting, errors }
    return changed
  }

  since(since: number): MarketChanges {
    const { rows, keys, ...of } = this.#rows.since(since)
    const { waiting, errors } = this.#view
    return { ...of, instruments: rows, keys: keys as MarketChanges['keys'], waiting, errors }
  }
}
