/** The newest public trades of one asset, each once. */
import { padTo, placesOf } from '../../../contract/decimal.ts'
import type { PublicTrade } from '../../../contract/market.ts'
import { millis } from '../../../contract/time.ts'

/** Trades kept and shown. */
const TAPE_LENGTH = 100
/** Ids remembered, so that a trade sent again is known. */
const REMEMBERED = 2000

export class Tape {
  #trades: PublicTrade[] = []
  readonly #seen = new Set<string>()
  #received = false

  /** Newest first; a new array whenever it changed. */
  get trades(): readonly PublicTrade[] {
    return this.#trades
  }

  /** Whether any message came, if only to say that there were no trades. */
  get received(): boolean {
    return this.#received
  }

  /** Adds trades in whatever order they came; those known by their id are dropped. Returns what was new, oldest first. */
  add(trades: readonly PublicTrade[]): readonly PublicTrade[] {
    this.#received = true
    const fresh: PublicTrade[] = []
    for (const trade of trades) {
      if (this.#seen.has(trade.tid)) continue
      this.#seen.add(trade.tid)
      fresh.push(trade)
    }
    if (fresh.length === 0) return fresh
    fresh.sort((a, b) => a.time - b.time)
    const newestFirst = [...fresh].reverse()
    const held = this.#trades[0]
    const first = fresh[0]
    const merged = [...newestFirst, ...this.#trades]
    // A stable sort: trades of the same millisecond stay in the order in which they came.
    if (held !== undefined && first !== undefined && first.time < held.time) merged.sort((a, b) => b.time - a.time)
    this.#trades = merged.slice(0, TAPE_LENGTH)
    if (this.#seen.size > REMEMBERED) this.#forget()
    return fresh
  }

  #forget(): void {
    let excess = this.#seen.size - REMEMBERED / 2
    for (const tid of this.#seen) {
      if (excess <= 0) break
      this.#seen.delete(tid)
      excess -= 1
    }
  }
}

/** The trade as it is shown: at the market's precision. */
export const atPrecision = (trade: PublicTrade, pxPlaces: number, szPlaces: number): PublicTrade =>
  placesOf(trade.px) >= pxPlaces && placesOf(trade.sz) >= szPlaces
    ? trade
    : {
        ...trade,
        px: padTo(trade.px, pxPlaces),
        sz: padTo(trade.sz, szPlaces),
        time: millis(trade.time),
      }
