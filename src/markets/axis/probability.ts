/** Prices between 0 and 1 as probabilities, in percent and as odds. Pure. */
import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  multiply,
  ONE,
  type Price,
  padTo,
  placesOf,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import { MINUS } from '../../../contract/grouped.ts'
import { type Format, NONE } from '../../format/index.ts'
import type { PriceUnit, UnitId } from './axis.ts'

const NBSP = '\u00a0'

/** `0.566` → `56.6`: exact, keeping the decimals of the price. */
const percentText = (price: Price): string =>
  padTo(multiply<Decimal, Decimal>(price, HUNDRED), Math.max(0, placesOf(price) - 2))

/** As the market writes it, with the decimals of its tick. */
export function probabilityUnit(places: number): PriceUnit {
  const write = (price: Price): string => padTo(trimZeros(price), places)
  return {
    id: 'price',
    label: 'Price',
    heading: 'Price',
    price: write,
    named: write,
    distance: write,
    namedDistance: write,
  }
}

/** Percent, with the decimals of the market's tick. */
export function percentUnit(places: number): PriceUnit {
  const write = (price: Price): string => percentText(padTo(trimZeros(price), places))
  const named = (price: Price): string => `${write(price)}${NBSP}%`
  return { id: 'percent', label: 'Percent', heading: '%', price: write, named, distance: write, namedDistance: named }
}

/** Decimals used before rounding, more than any odds are shown with. */
const PRECISE = 20
const TEN = '10' as Decimal
const THOUSAND = '1000' as Decimal
const HALF = '0.5' as Decimal
/** Odds grow without bound near 0; above this only `>` is shown. */
const LARGEST = '1000' as Decimal
/** The same probability as American odds. */
const LARGEST_AMERICAN = '99900' as Decimal

/** What a stake of 1 returns if it wins. */
function decimalOdds(price: Price, places: number): string {
  if (signOf(price) <= 0 || compare(price, ONE) > 0) return NONE
  const odds: Decimal = divide<Decimal, Decimal>(ONE, price, PRECISE)
  if (compare(odds, LARGEST) > 0) return `>${NBSP}${LARGEST}`
  if (compare(odds, HUNDRED) >= 0) return toPlaces(odds, 0)
  return toPlaces(odds, compare(odds, TEN) >= 0 ? 2 : Math.max(2, places))
}

/** What a stake of 100 wins (`+130.1`), or the stake that wins 100 (`−130.1`). */
function americanOdds(price: Price, places: number, { grouped }: Pick<Format, 'grouped'>): string {
  if (signOf(price) <= 0 || compare(price, ONE) >= 0) return NONE
  const left = subtract<Decimal>(ONE, price)
  const favourite = compare(price, HALF) > 0
  const [more, less] = favourite ? [price, left] : [left, price]
  const odds = multiply(divide<Decimal, Decimal>(more, less, PRECISE), HUNDRED)
  const sign = favourite ? MINUS : '+'
  if (compare(odds, LARGEST_AMERICAN) > 0) return `${favourite ? '<' : '>'}${NBSP}${sign}${grouped(LARGEST_AMERICAN)}`
  return `${sign}${grouped(toPlaces(odds, compare(odds, THOUSAND) >= 0 ? 0 : Math.max(0, places - 2)))}`
}

/** Odds cannot express distances; those stay in probability points. */
const oddsUnit = (id: UnitId, label: string, write: (price: Price) => string, places: number): PriceUnit => ({
  id,
  label,
  heading: 'Odds',
  price: write,
  named: write,
  distance: percentUnit(places).named,
  namedDistance: percentUnit(places).named,
})

/** `1.767`; below a price of 0.001 `> 1000`. Uses enough decimals to distinguish neighboring ticks. */
export const decimalOddsUnit = (places: number): PriceUnit =>
  oddsUnit('decimal', 'Decimal odds', (price) => decimalOdds(price, places), places)

/** `+130.1`, `−130.1`; beyond the same probability `> +99,900`. Uses enough decimals to distinguish neighboring ticks. */
export const americanOddsUnit = (places: number, format: Format): PriceUnit =>
  oddsUnit('american', 'American odds', (price) => americanOdds(price, places, format), places)
