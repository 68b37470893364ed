/** The last price of every market, and which of them a window has not seen yet. */
import { type LastPrice, type LastPrices, type Quote, withKnown } from '../../contract/quote.ts'
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

  /** What the feed tells; null is nothing. */
  putLive(asset: string, quote: Quote | null): void {
    if (quote === null) return
    const before = this.get(asset)
    this.#rows.set(asset, { quote: withKnown(quote, before?.quote ?? null), trend: before?.trend ?? null })
  }

  /** What a read tells: its price unless one of a later time is held; null reads none. */
  putRead(asset: string, quote: Quote | null, trend: LastPrice['trend'] = null): void {
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

/** The later of two quotes. */
function newer(before: Quote | null, now: Quote | null): Quote | null {
  if (before === null || now === null) return now ?? before
  const isOlder = now.time !== null && before.time !== null && now.time < before.time
  return isOlder ? withKnown(before, now) : withKnown(now, before)
}
