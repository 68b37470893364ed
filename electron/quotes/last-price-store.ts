/** The last price of every market, and which of them a window has not seen yet. */
import type { LastPrice, LastPrices, Quote } from '../../contract/quote.ts'

export class LastPriceStore {
  readonly #first: number
  readonly #prices = new Map<string, { price: LastPrice; version: number }>()
  readonly #changed = new Set<string>()
  #version: number

  /** @param first unlike that of any other start or deployment, so that a version of another is known as one. */
  constructor(first: number) {
    this.#first = first
    this.#version = first
  }

  get version(): number {
    return this.#version
  }

  get(asset: string): LastPrice | null {
    return this.#prices.get(asset)?.price ?? null
  }

  /** A quote, unless what is held is of a later time; null leaves the one that is held. */
  put(asset: string, quote: Quote | null, trend: LastPrice['trend'] = null): void {
    const before = this.#prices.get(asset)
    const newest = newer(before?.price.quote ?? null, quote)
    if (newest === null) return
    const price = { quote: newest, trend: trend ?? before?.price.trend ?? null }
    this.#prices.set(asset, { price, version: before?.version ?? this.#first })
    this.#changed.add(asset)
  }

  /** Forgets markets that are not listed any more. */
  keepOnly(listed: ReadonlySet<string>): void {
    for (const asset of this.#prices.keys()) {
      if (listed.has(asset)) continue
      this.#prices.delete(asset)
      this.#changed.delete(asset)
    }
  }

  /** Makes what changed a new version; false where nothing did. */
  bump(): boolean {
    if (this.#changed.size === 0) return false
    this.#version += 1
    for (const asset of this.#changed) {
      const own = this.#prices.get(asset)
      if (own !== undefined) own.version = this.#version
    }
    this.#changed.clear()
    return true
  }

  /** What changed after a version; all there is where that is none of this store. */
  since(version: number): LastPrices {
    const isKnown = version > this.#first && version <= this.#version
    const prices = [...this.#prices.values()]
      .filter((own) => !isKnown || own.version > version)
      .map(({ price }) => price)
    return { version: this.#version, whole: !isKnown, prices }
  }
}

/** What only one of them knows is kept: a history tells the price of yesterday, a feed does not, and the other way round. */
function newer(before: Quote | null, now: Quote | null): Quote | null {
  if (before === null || now === null) return now ?? before
  const isOlder = now.time !== null && before.time !== null && now.time < before.time
  const [last, earlier] = isOlder ? [before, now] : [now, before]
  return {
    ...last,
    prevDay: last.prevDay ?? earlier.prevDay,
    volume24h: last.volume24h ?? earlier.volume24h,
    openInterest: last.openInterest ?? earlier.openInterest,
  }
}
