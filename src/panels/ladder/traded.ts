/**
 * What traded at each price since the tape is followed without a gap. Where trades may have been missed it begins again and says from when
 * on it counts: half a count would read as a whole one. Exact.
 */
import { add, type Price, padTo, placesOf, type Size, ZERO } from '../../../contract/decimal.ts'
import type { PublicTrade, Side, TradesView } from '../../../contract/market.ts'
import type { Millis } from '../../../contract/time.ts'

type Tape = Pick<TradesView, 'trades' | 'stale'>

/** What traded at one price, by the side of the taker. */
interface AtPrice {
  readonly price: Price
  readonly taker: Side
  size: Size
}

/** Exact, at the places of the finer one: a column of sums reads like one of sizes. */
export const sizeSum = (a: Size, b: Size): Size => padTo(add(a, b), Math.max(placesOf(a), placesOf(b)))

export class Traded {
  readonly #levels = new Map<string, AtPrice>()
  #seen: ReadonlySet<string> = new Set()
  #since: Millis | null = null
  #last: PublicTrade | null = null
  #isBroken = true
  #hasBegun = false

  /** From when on it counts, by the service's clock; null before the first trade that is known. */
  get since(): Millis | null {
    return this.#since
  }

  /** The newest trade. */
  get last(): PublicTrade | null {
    return this.#last
  }

  /** What traded, price by price and side by side. */
  get levels(): Iterable<Readonly<AtPrice>> {
    return this.#levels.values()
  }

  /**
   * Takes the tape as it is now, newest first.
   * @returns the trades that are new, oldest first, none of those that were there at the beginning; null where some may have been missed, and
   * the count began again.
   */
  take({ trades, stale }: Tape): readonly PublicTrade[] | null {
    if (stale) {
      this.#isBroken = true
      return []
    }
    const known = this.#seen
    const isGap = this.#isBroken || (known.size > 0 && trades.length > 0 && !trades.some(({ tid }) => known.has(tid)))
    const isFirst = !this.#hasBegun
    if (isGap) this.clear()
    this.#hasBegun = true
    const fresh = (isGap ? trades : trades.filter(({ tid }) => !known.has(tid))).toReversed()
    for (const trade of fresh) this.#add(trade)
    this.#seen = new Set(trades.map(({ tid }) => tid))
    this.#since ??= fresh[0]?.time ?? null
    this.#last = trades[0] ?? null
    this.#isBroken = false
    return isFirst ? [] : isGap ? null : fresh
  }

  /** Another market. */
  reset(): void {
    this.clear()
    this.#hasBegun = false
  }

  /** Forgets what it counted. */
  clear(): void {
    this.#levels.clear()
    this.#seen = new Set()
    this.#since = null
    this.#last = null
    this.#isBroken = true
  }

  #add({ px, sz, side }: PublicTrade): void {
    const key = `${px} ${side}`
    const level = this.#levels.get(key) ?? { price: px, taker: side, size: ZERO as Size }
    level.size = sizeSum(level.size, sz)
    this.#levels.set(key, level)
  }
}
