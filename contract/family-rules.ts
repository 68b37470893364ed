/**
 * Fixed properties of each market family, one row per family. Properties that depend on a market or on window formatting are in the family's folder
 * in `src/markets`.
 */
import {
  absolute,
  compare,
  type Decimal,
  ONE,
  type Price,
  padTo,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from './decimal.ts'
import { ACTIVE, type BinaryRef, type Family, LIVE, type ScalarRef } from './market-ref.ts'

/** The side of a position. */
export type HeldSide = 'long' | 'short'

/** Families whose assets trade in buckets, one after another, rather than once until an expiry. */
export type BucketFamily = 'scalar' | 'binary'

export interface FamilyRules {
  /** Heading: `Outcomes`. */
  readonly name: string
  /** Before “markets”: `Outcome`. */
  readonly adjective: string
  /** Names of long and short positions in a sentence; null for shares, which are never short. */
  readonly sides: { readonly [S in HeldSide]: string } | null
  /** Which of two contracts the prices are for; null when there is only one. The other side's price is 1 minus it. */
  readonly pricedSide: 'UP' | null
  /** Whether prices are marks, 500 plus the temperature in °F, rather than probabilities. */
  readonly isMark: boolean
  /** Minimum number of decimals of a price while the tick is unknown. */
  readonly leastPlaces: number
  /** Unit of price distances, as entered and shown; distances between probabilities have none. */
  readonly distanceUnit: '°F' | ''
  /** Whether every service has REST reads of its tickers and books. */
  readonly hasReads: boolean
  /** Its entry in the features of a session. */
  readonly feature: 'scalar' | 'binary' | 'outcomes'
  /** Unit of sizes, in a sentence. */
  readonly contracts: 'contracts' | 'shares'
  /** The ref that always means the current market; null when the family has none. */
  readonly following: ScalarRef | BinaryRef | null
  /** Whether an order is a prediction: an amount of money instead of size and price. */
  readonly isPredicted: boolean
  /** Whether orders have a time in force and a reduce-only flag. Without them orders are GTC, and only sales reduce a position. */
  readonly hasTerms: boolean
  /** Whether positions are leveraged and can be liquidated, or paid in full at entry. */
  readonly isMargined: boolean
  /** Whether half of the cost is posted and the rest lent, so that no more than the posted half is lost. */
  readonly postsHalf: boolean
  /** Whether break-even includes the account's fee rate. */
  readonly breaksEvenAfterFees: boolean
  /** The event before which a time exit closes the position, in a sentence. */
  readonly lastMoment: string
}

type RulesOf<F extends Family> = FamilyRules & { readonly hasBuckets: F extends BucketFamily ? true : false }

export const FAMILY_RULES: { readonly [F in Family]: RulesOf<F> } = {
  scalar: {
    name: 'Scalar',
    adjective: 'Scalar',
    sides: { long: 'long', short: 'short' },
    pricedSide: null,
    isMark: true,
    leastPlaces: 2,
    distanceUnit: '°F',
    hasReads: true,
    feature: 'scalar',
    contracts: 'contracts',
    hasBuckets: true,
    following: LIVE,
    isPredicted: false,
    hasTerms: true,
    isMargined: true,
    postsHalf: false,
    breaksEvenAfterFees: true,
    lastMoment: 'the final window',
  },
  binary: {
    name: 'Binary',
    adjective: 'Binary',
    sides: { long: 'UP', short: 'DOWN' },
    pricedSide: 'UP',
    isMark: false,
    leastPlaces: 3,
    distanceUnit: '',
    hasReads: false,
    feature: 'binary',
    contracts: 'contracts',
    hasBuckets: true,
    following: ACTIVE,
    isPredicted: true,
    hasTerms: false,
    isMargined: true,
    postsHalf: true,
    breaksEvenAfterFees: false,
    lastMoment: 'the entry cutoff',
  },
  outcome: {
    name: 'Outcomes',
    adjective: 'Outcome',
    sides: null,
    pricedSide: null,
    isMark: false,
    leastPlaces: 3,
    distanceUnit: '',
    hasReads: false,
    feature: 'outcomes',
    contracts: 'shares',
    hasBuckets: false,
    following: null,
    isPredicted: false,
    hasTerms: false,
    isMargined: false,
    postsHalf: false,
    breaksEvenAfterFees: false,
    lastMoment: 'the expiry',
  },
}

/** Plural: `Outcome markets`. */
export const marketsOf = (family: Family): string => `${FAMILY_RULES[family].adjective} markets`

/** Whether an asset trades again in the next bucket. */
export const hasBuckets = (family: Family): family is BucketFamily => FAMILY_RULES[family].hasBuckets

/** Whether positions are shares, which are sold rather than shorted. */
export const tradesShares = (family: Family): boolean => FAMILY_RULES[family].contracts === 'shares'

/** Unit of a typed distance, after the number: `°F away`. */
export const distanceToMarkText = (family: Family): string => `${FAMILY_RULES[family].distanceUnit} away`.trim()

/** The side of a position from its signed size. */
export const sideHeld = ({ size }: { readonly size: Decimal }): HeldSide => (signOf(size) < 0 ? 'short' : 'long')

/** Name of a side on its own: `Long`, `DOWN`, `Held` for shares. */
export const sideTitle = (family: Family, side: HeldSide): string => SIDE_TITLES[family][side]

const SIDE_TITLES: Readonly<Record<Family, Readonly<Record<HeldSide, string>>>> = {
  scalar: { long: 'Long', short: 'Short' },
  binary: { long: 'UP', short: 'DOWN' },
  outcome: { long: 'Held', short: 'Short' },
}

/** A position without its market: `long 7`, `DOWN 40`, `41` for shares. */
export function holdingText({ family, size }: { readonly family: Family; readonly size: Decimal }): string {
  const { sides } = FAMILY_RULES[family]
  const amount = trimZeros(absolute(size))
  return sides === null ? amount : `${sides[sideHeld({ size })]} ${amount}`
}

/** Whether the side is the contract that prices are not quoted for: DOWN. */
export const isOtherSide = (family: Family, side: HeldSide): boolean =>
  side === 'short' && FAMILY_RULES[family].pricedSide !== null

/** A price as the holder of a side sees it: DOWN costs 1 minus the price of UP. */
export const ownPrice = (family: Family, side: HeldSide, price: Price): Price =>
  isOtherSide(family, side) ? subtract(ONE, price) : price

/** A market price as the holder of a position sees it. */
export const heldPrice = (held: { readonly family: Family; readonly size: Decimal }, price: Price): Price =>
  ownPrice(held.family, sideHeld(held), price)

/** An average price, rounded to at most one decimal more than the family's minimum. */
export function shownAverage(family: Family, average: Price): Price {
  const { leastPlaces } = FAMILY_RULES[family]
  return padTo(trimZeros(toPlaces(average, leastPlaces + 1)), leastPlaces)
}

/** A formatted price with its contract, when there are two: `UP 0.35`. */
export function quotedPrice(family: Family, text: string): string {
  const { pricedSide } = FAMILY_RULES[family]
  return pricedSide === null ? text : `${pricedSide} ${text}`
}

/** A formatted market price next to a position: for DOWN, whose own price differs, it names the contract. */
export const besideHeld = (family: Family, side: HeldSide, text: string): string =>
  isOtherSide(family, side) ? quotedPrice(family, text) : text

/** The contract that a price is for, as a suffix: ` of UP`. */
export function ofPricedSide(family: Family): string {
  const { pricedSide } = FAMILY_RULES[family]
  return pricedSide === null ? '' : ` of ${pricedSide}`
}

/** Whether a price is possible in a family: above 0, and below 1 for probabilities. */
export const isPriceOf = (family: Family, price: Price): boolean =>
  signOf(price) > 0 && (FAMILY_RULES[family].isMark || compare(price, ONE) < 0)

/** Whether an order only reduces: such an order is never refused for its value, or while orders may only reduce. */
export const onlyReduces = (
  family: Family,
  order: { readonly side: 'buy' | 'sell'; readonly reduceOnly: boolean },
): boolean => (FAMILY_RULES[family].hasTerms ? order.reduceOnly : order.side === 'sell')
