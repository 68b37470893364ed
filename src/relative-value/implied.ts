/** The distribution that the prices of a question’s outcomes imply, a band for each, and outcomes that contain one another. Pure. */
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

/** What one outcome's Yes trades at; null where that side of the book is empty. */
export interface Quoted {
  readonly bid: Price | null
  readonly ask: Price | null
}

/** Between which probabilities an outcome lies by its own book: nobody bids is 0, nobody offers 1. */
export interface Band {
  readonly low: Price
  readonly high: Price
}

/** How the books of all outcomes go together. */
type Coherence =
  /** The bids come to at most 1 and the asks to at least 1. */
  | 'coherent'
  /** Selling a Yes of each brings more than 1, before fees. */
  | 'bids_above_one'
  /** Buying a Yes of each costs less than 1, before fees. */
  | 'asks_below_one'
  /** A book's bid is above its own ask. */
  | 'crossed'

export interface Implied {
  readonly bands: readonly Band[]
  /** What a Yes of each brings at the bids; an outcome without one counts as 0. */
  readonly bids: Price
  /** What a Yes of each costs at the asks; null where one has none. */
  readonly asks: Price | null
  readonly coherence: Coherence
  /** One probability for each that lies in its band, all of them exactly 1 together; null where no such ones exist. */
  readonly shares: readonly Price[] | null
}

/** Finer than any tick, so that the shares of a wide and a narrow band are told apart. */
const FINER = 2

/** @param quotes of a Yes of every outcome of which exactly one comes true */
export function impliedBy(quotes: readonly Quoted[]): Implied {
  const bands = quotes.map(({ bid, ask }): Band => ({ low: bid ?? ZERO, high: ask ?? ONE }))
  const sum = (prices: readonly Price[]): Price => prices.reduce((total, price) => add(total, price), ZERO as Price)
  const [low, high] = [sum(bands.map((band) => band.low)), sum(bands.map((band) => band.high))]
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
 * The same part of the way from bid to ask in every band: the way at which all come to 1. Rounded down to a unit finer than the prices; what
 * that leaves goes to the first ones that have room, a unit each.
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

/** Of an outcome: between which probabilities it must lie given the books of all others, where that is narrower than its own band. */
export function narrowed(bands: readonly Band[]): readonly Band[] {
  const sum = (pick: (band: Band) => Price): Price =>
    bands.reduce((total, band) => add(total, pick(band)), ZERO as Price)
  const [low, high] = [sum((band) => band.low), sum((band) => band.high)]
  return bands.map((band) => {
    const atLeast = subtract(ONE, subtract(high, band.high))
    const atMost = subtract(ONE, subtract(low, band.low))
    return {
      low: compare(atLeast, band.low) > 0 ? atLeast : band.low,
      high: compare(atMost, band.high) < 0 ? atMost : band.high,
    }
  })
}

// Thresholds of one measure at one moment: what is above a higher one is above a lower one too, so that prices may only fall.

/** The Yes of "above this temperature". */
export interface Threshold extends Quoted {
  readonly name: string
  readonly above: Fahrenheit
}

/** Two thresholds whose prices contradict one another: the higher one is bid above what the lower one is offered at. */
interface Violation {
  readonly lower: Threshold
  readonly higher: Threshold
  readonly ask: Price
  readonly bid: Price
}

/** From the lowest to the highest. */
const inOrder = (thresholds: readonly Threshold[]): readonly Threshold[] =>
  [...thresholds].sort((a, b) => compare(a.above, b.above))

/** Every pair that contradicts, before fees. */
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
