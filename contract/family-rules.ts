/**
 * What never changes of a family of markets, one row each. What depends on a market or on how the window writes is answered by the family's
 * folder in `src/markets`.
 */
import { absolute, compare, type Decimal, ONE, type Price, signOf, subtract, trimZeros } from './decimal.ts'
import { ACTIVE, type BinaryRef, type Family, LIVE, type ScalarRef } from './market-ref.ts'

/** The side of a position. */
export type HeldSide = 'long' | 'short'

export interface FamilyRules {
  /** Over what belongs to it: `Outcomes`. */
  readonly name: string
  /** Before “markets”: `Outcome`. */
  readonly adjective: string
  /** What positions of either sign are called in a sentence; null for shares, which are held and never long. */
  readonly sides: { readonly [S in HeldSide]: string } | null
  /** Which of two contracts its prices are of; null where there is but one. Whoever holds the other sees what is left to 1. */
  readonly pricedSide: 'UP' | null
  /** Whether prices are marks, 500 plus the temperature in °F, and not probabilities. */
  readonly isMark: boolean
  /** Fewest decimals of an average. */
  readonly leastPlaces: number
  /** What distances are typed and written in; points of probability have no unit. */
  readonly distanceUnit: '°F' | ''
  /** What a size counts. */
  readonly contracts: 'contracts' | 'shares'
  /** The ref of whichever market is live; null where none is. */
  readonly following: ScalarRef | BinaryRef | null
  /** Whether orders are predictions for an amount, which take no price. */
  readonly isPredicted: boolean
  /** Whether orders have a time in force and can be marked reduce-only; where not they rest, and a sale is what reduces. */
  readonly hasTerms: boolean
  /** Whether positions have leverage and can be liquidated; where not, they are paid for in full. */
  readonly isMargined: boolean
  /** Whether a break-even counts the account's fee rate. */
  readonly breaksEvenAfterFees: boolean
  /** What a time exit goes before. */
  readonly lastMoment: string
}

export const FAMILY_RULES: { readonly [F in Family]: FamilyRules } = {
  scalar: {
    name: 'Scalar',
    adjective: 'Scalar',
    sides: { long: 'long', short: 'short' },
    pricedSide: null,
    isMark: true,
    leastPlaces: 2,
    distanceUnit: '°F',
    contracts: 'contracts',
    following: LIVE,
    isPredicted: false,
    hasTerms: true,
    isMargined: true,
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
    contracts: 'contracts',
    following: ACTIVE,
    isPredicted: true,
    hasTerms: false,
    isMargined: true,
    breaksEvenAfterFees: false,
    lastMoment: 'the cut-off',
  },
  outcome: {
    name: 'Outcomes',
    adjective: 'Outcome',
    sides: null,
    pricedSide: null,
    isMark: false,
    leastPlaces: 3,
    distanceUnit: '',
    contracts: 'shares',
    following: null,
    isPredicted: false,
    hasTerms: false,
    isMargined: false,
    breaksEvenAfterFees: false,
    lastMoment: 'the expiry',
  },
}

/** All of a family: `Outcome markets`. */
export const marketsOf = (family: Family): string => `${FAMILY_RULES[family].adjective} markets`

/** How far away a typed distance is, behind the number: `°F away`. */
export const awayText = (family: Family): string => `${FAMILY_RULES[family].distanceUnit} away`.trim()

/** The side of a position by its signed size. */
export const sideHeld = ({ size }: { readonly size: Decimal }): HeldSide => (signOf(size) < 0 ? 'short' : 'long')

/** What a side is called where it stands by itself: `Long`, `DOWN`, of shares `Held`. */
export function sideTitle(family: Family, side: HeldSide): string {
  const { sides } = FAMILY_RULES[family]
  const name = sides === null ? (side === 'long' ? 'held' : 'short') : sides[side]
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** What is held, without its market: `long 7`, `DOWN 40`, of shares `41`. */
export function holdingText({ family, size }: { readonly family: Family; readonly size: Decimal }): string {
  const { sides } = FAMILY_RULES[family]
  const much = trimZeros(absolute(size))
  return sides === null ? much : `${sides[sideHeld({ size })]} ${much}`
}

/** Whether a side is the contract that prices are not of: DOWN. */
export const isOtherSide = (family: Family, side: HeldSide): boolean =>
  side === 'short' && FAMILY_RULES[family].pricedSide !== null

/** A price as whoever holds a side sees it: DOWN contracts cost what is left of the price of UP to 1. */
export const ownPrice = (family: Family, side: HeldSide, price: Price): Price =>
  isOtherSide(family, side) ? subtract(ONE, price) : price

/** The same of a position. */
export const heldPrice = (held: { readonly family: Family; readonly size: Decimal }, price: Price): Price =>
  ownPrice(held.family, sideHeld(held), price)

/** A written price with the contract that it is of, where there are two: `UP 0.35`. */
export function quotedPrice(family: Family, text: string): string {
  const { pricedSide } = FAMILY_RULES[family]
  return pricedSide === null ? text : `${pricedSide} ${text}`
}

/** A written price of the market beside what is held: beside DOWN, whose own prices are others, it says what it is of. */
export const besideHeld = (family: Family, side: HeldSide, text: string): string =>
  isOtherSide(family, side) ? quotedPrice(family, text) : text

/** What a price is of, behind it or its unit: ` of UP`. */
export function ofPricedSide(family: Family): string {
  const { pricedSide } = FAMILY_RULES[family]
  return pricedSide === null ? '' : ` of ${pricedSide}`
}

/** Whether a market of a family can trade there: above 0, and where prices are probabilities below 1. */
export const isPriceOf = (family: Family, price: Price): boolean =>
  signOf(price) > 0 && (FAMILY_RULES[family].isMark || compare(price, ONE) < 0)

/** Whether an order adds nothing: what only closes is never refused for its value, nor where orders may only reduce. */
export const onlyReduces = (
  family: Family,
  order: { readonly side: 'buy' | 'sell'; readonly reduceOnly: boolean },
): boolean => (FAMILY_RULES[family].hasTerms ? order.reduceOnly : order.side === 'sell')
