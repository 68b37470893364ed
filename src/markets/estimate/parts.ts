/** What the families' estimates are put together from. Pure. */
import type { Estimate } from '../../../contract/action.ts'
import {
  absolute,
  type Decimal,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { Side } from '../../../contract/market.ts'
import { distanceText } from '../../../contract/protection.ts'
import { facingPrice } from '../../../contract/reference-price.ts'
import { grouped, signed } from '../../format/index.ts'
import type { BookSides } from '../../trade-forms/index.ts'
import type { EstimateFacts, EstimateFigure } from './market-estimate.ts'

/** The book that a service's estimate stands for: all of the size at its average; nothing where nothing would fill. */
export function bookOf({ average }: Pick<Estimate, 'average'>, side: Side, size: Size): BookSides {
  const level = average === null ? [] : [{ px: average, sz: size }]
  return side === 'buy' ? { bids: [], asks: level } : { bids: level, asks: [] }
}

/** A figure that says all by itself. */
export const plain = (main: string): EstimateFigure => ({ main, note: null, title: null, tone: null })

/** What fills, and of how much where that is not all: beside it, as both have no room in a narrow column. @param asked null where all of it fills */
export function sizeFigure(fills: Decimal, asked: Decimal | null): EstimateFigure {
  const main = grouped(trimZeros(fills))
  if (asked === null) return plain(main)
  const of = `of ${grouped(trimZeros(asked))}`
  return { main, note: of, title: `${main} ${of} at the prices that there are now`, tone: null }
}

/** A result with its sign, to the cent. */
export function gain(value: Money, title: string | null = null): EstimateFigure {
  const shown = toPlaces(value, 2)
  const sign = signOf(shown)
  return { main: signed(shown), note: null, title, tone: sign > 0 ? 'gain' : sign < 0 ? 'loss' : null }
}

/** How far a limit lies from a best price, in few words and in all: `0.10 °F worse`, `0.10 °F worse than the ask`. */
interface Distance {
  readonly short: string
  readonly whole: string
}

/** The signed limit, with how far it lies from the best price beside it, unless that place is taken. */
export function limitFigure(price: EstimateFigure, distance: Distance | null, isTaken = false): EstimateFigure {
  if (distance === null) return price
  const title = price.title === null ? distance.whole : `${price.title}: ${distance.whole}`
  return { ...price, note: isTaken ? price.note : distance.short, title }
}

/** How far a limit lies from the best price that it meets; null where that is not known. */
export function distanceFrom(
  limit: Price,
  side: Side,
  family: 'scalar' | 'binary' | 'outcome',
  ticker: EstimateFacts['ticker'],
): Distance | null {
  const best = ticker === null ? null : facingPrice(side, ticker)
  if (best === null) return null
  const by = side === 'buy' ? subtract(limit, best) : subtract(best, limit)
  const what = side === 'buy' ? 'ask' : 'bid'
  if (signOf(by) === 0) return { short: `at the ${what}`, whole: `at the ${what}` }
  const exact = absolute(by)
  const shown = family === 'scalar' ? padTo(exact, Math.max(placesOf(limit), placesOf(best))) : exact
  const short = `${distanceText(shown, family)} ${signOf(by) > 0 ? 'worse' : 'better'}`
  return { short, whole: `${short} than the ${what}` }
}
