/** The last price of every market, and which of them a window has not seen yet. */
import type { LastPrice, LastPrices, Quote } from '../../contract/quote.ts'
import { VersionedRows } from '../topics/index.ts'

export class LastPriceStore {
  readonly #rows: VersionedRows<LastPrice>

  /** @param first as of `VersionedRows` */
  constructor(first: number) {
    this.#rows = new VersionedRows(first)
  }

  get version(): number {
    return this.#rows.version
  }

  get(asset: string): LastPrice | null {
    return this.#rows.get(asset) ?? null
  }

  /** A quote, unless what is held is of a later time; null leaves the one that is held. */
  put(asset: string, quote: Quote | null, trend: LastPrice['trend'] = null): void {
    const before = this.get(asset)
    const newest = newer(before?.quote ?? null, quote)
    if (newest !== null) this.#rows.set(asset, { quote: newest, trend: trend ?? before?.trend ?? null })
  }

  /** Forgets markets that are not listed any more. */
  keepOnly(listed: readonly string[]): void {
    this.#rows.keepOnly(listed)
  }

  /** Makes what changed a new version; false where nothing did. */
  bump(): boolean {
    return this.#rows.bump()
  }

  /** What changed after a version; all there is where that is none of this store. */
  since(since: number): LastPrices {
    const { version, whole, rows } = this.#rows.since(since)
    return { version, whole, prices: rows }
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
