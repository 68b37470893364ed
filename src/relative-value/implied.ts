/** The distribution implied by the prices of a question’s outcomes, a band for each, and nested outcomes. Pure. */
import {
  add,
  compare,
  type Fahrenheit,
  fromUnits,
  ONE,
  type Price,
  placesOf,
  subtract,
  toUnits,
  trimZeros,
  ZERO,
} from '../../contract/decimal.ts'

/** The prices of one outcome's Yes; null where that side of the book is empty. */
export interface Quoted {
  readonly bid: Price | null
  readonly ask: Price | null
}

/** The bounds of an outcome's probability by its own book: 0 without a bid, 1 without an ask. */
export interface Band {
  readonly low: Price
  readonly high: Price
}

/** Consistency of the books of all outcomes. */
type Coherence =
  /** The bids sum to at most 1 and the asks to at least 1. */
  | 'coherent'
  /** Selling a Yes of each brings more than 1, before fees. */
  | 'bids_above_one'
  /** Buying a Yes of each costs less than 1, before fees. */
  | 'asks_below_one'
  /** A book's bid is above its own ask. */
  | 'crossed'

export interface Implied {
  readonly bands: readonly Band[]
  /** Proceeds of a Yes of each at the bids; an outcome without one counts as 0. */
  readonly bids: Price
  /** Cost of a Yes of each at the asks; null where one has none. */
  readonly asks: Price | null
  readonly coherence: Coherence
  /** One probability per outcome within its band, summing to exactly 1; null where none exist. */
  readonly shares: readonly Price[] | null
}

/** Additional decimals beyond the tick, so that the shares of a wide and a narrow band differ. */
const FINER = 2

const sumOf = (bands: readonly Band[], edge: keyof Band): Price =>
  bands.reduce((total, band) => add(total, band[edge]), ZERO as Price)

/** @param quotes quotes of a Yes of every outcome, exactly one of which wins */
export function impliedBy(quotes: readonly Quoted[]): Implied {
  const bands = quotes.map(({ bid, ask }): Band => ({ low: bid ?? ZERO, high: ask ?? ONE }))
  const [low, high] = [sumOf(bands, 'low'), sumOf(bands, 'high')]
  const coherence: Coherence = bands.some((band) => compare(band.low, band.high) > 0)
    ? 'crossed'
    : compare(low, ONE) > 0
      ? 'bids_above_one'
      : compare(high, ONE) < 0
        ? 'asks_below_one'
        : 'coherent'
  return {
    bands,
    bids: low,
    asks: quotes.every(({ ask }) => ask !== null) ? high : null,
    coherence,
    shares: coherence === 'coherent' && quotes.length > 0 ? sharesIn(bands) : null,
  }
}

/**
 * The same fraction between bid and ask in every band, chosen so that all sum to 1. Rounded down to a unit finer than the prices; the remainder is
 * assigned to the first ones with room, a unit each.
 */
function sharesIn(bands: readonly Band[]): readonly Price[] {
  const places = Math.max(...bands.flatMap(({ low, high }) => [placesOf(low), placesOf(high)])) + FINER
  const units = bands.map(({ low, high }) => ({ low: toUnits(low, places), high: toUnits(high, places) }))
  const one = 10n ** BigInt(places)
  const low = units.reduce((sum, band) => sum + band.low, 0n)
  const width = units.reduce((sum, band) => sum + band.high - band.low, 0n)
  const shares = units.map((band) =>
    width === 0n ? band.low : band.low + ((band.high - band.low) * (one - low)) / width,
  )
  let left = one - shares.reduce((sum, share) => sum + share, 0n)
  return shares.map((share, at) => {
    const more = left > 0n && share < (units[at]?.high ?? 0n) ? 1n : 0n
    left -= more
    return trimZeros(fromUnits(share + more, places) as Price)
  })
}

/** The bounds of an outcome's probability given the books of all others, where they are narrower than its own band. */
export function narrowed(bands: readonly Band[]): readonly Band[] {
  const [low, high] = [sumOf(bands, 'low'), sumOf(bands, 'high')]
  return bands.map((band) => {
    const atLeast = subtract(ONE, subtract(high, band.high))
    const atMost = subtract(ONE, subtract(low, band.low))
    return {
      low: compare(atLeast, band.low) > 0 ? atLeast : band.low,
      high: compare(atMost, band.high) < 0 ? atMost : band.high,
    }
  })
}

// Thresholds of one measure at one moment: above a higher one implies above a lower one, so prices may only fall.

/** The Yes of "above this temperature". */
export interface Threshold extends Quoted {
  readonly name: string
  readonly above: Fahrenheit
}

/** Two thresholds with contradicting prices: the higher one is bid above the ask of the lower one. */
interface Violation {
  readonly lower: Threshold
  readonly higher: Threshold
  readonly ask: Price
  readonly bid: Price
}

/** From the lowest to the highest. */
const inOrder = (thresholds: readonly Threshold[]): readonly Threshold[] =>
  [...thresholds].sort((a, b) => compare(a.above, b.above))

/** Every contradicting pair, before fees. */
export function violationsOf(thresholds: readonly Threshold[]): readonly Violation[] {
  const ordered = inOrder(thresholds)
  return ordered.flatMap((lower, at) =>
    ordered.slice(at + 1).flatMap((higher) => {
      const { ask } = lower
      const { bid } = higher
      if (ask === null || bid === null || compare(bid, ask) <= 0) return []
      return compare(lower.above, higher.above) === 0 ? [] : [{ lower, higher, ask, bid }]
    }),
  )
}
