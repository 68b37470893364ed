/**
 * The interface between the estimate card and market families: the rows of an order, their figures by the live book or by the service's estimate, and
 * the text of the confirm button. The card depends on it and knows no family.
 */

import type { Family, Fees, Position } from '../../contract/account.ts'
import type { Estimate } from '../../contract/action.ts'
import {
  absolute,
  type Decimal,
  type Fahrenheit,
  type Money,
  type Price,
  padTo,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from '../../contract/decimal.ts'
import type { BinaryPredictIntent, OutcomeOrderIntent, PredictIntent } from '../../contract/intent.ts'
import type { Side, Ticker } from '../../contract/market.ts'
import { distanceText } from '../../contract/protection.ts'
import { facingPrice } from '../../contract/reference-price.ts'
import type { ShareFees } from '../../contract/shares.ts'
import { grouped, signed } from '../format/index.ts'
import type { BookSides } from '../trade-forms/index.ts'

/** Intents that are estimated before they are sent. */
export type EstimatedIntent = PredictIntent | BinaryPredictIntent | OutcomeOrderIntent

/** Every row, in display order; a family uses those that apply to it. */
type RowId =
  | 'size'
  | 'rest'
  | 'cost'
  | 'margin'
  | 'fee'
  | 'liquidation'
  | 'average'
  | 'worst'
  | 'limit'
  | 'won'
  | 'lost'
  | 'liquidated'
  | 'distance'
  | 'free'

export interface EstimateRow {
  readonly id: RowId
  readonly name: string
  /** Tooltip: what the figure includes. */
  readonly title: string | null
}

export interface EstimateFigure {
  readonly main: string
  /** A second reading; hidden where space is short. */
  readonly note: string | null
  readonly title: string | null
  readonly tone: 'gain' | 'loss' | null
}

/** The known figures; a row without an entry is unknown. */
export type EstimateFigures = { readonly [R in RowId]?: EstimateFigure }

/** Source of the figures: the live book, as the terminal calculates, or the service. */
export type EstimateSource =
  | { readonly kind: 'book'; readonly book: BookSides }
  | { readonly kind: 'service'; readonly estimate: Estimate }

/** Terms that the names of the rows depend on. */
export interface EstimateTerms {
  readonly leverage: number
  /** °F, of a prediction; null while none is typed. */
  readonly target: Fahrenheit | null
  /** Name of the side of an outcome market: `Yes`. */
  readonly sideName: string
  readonly isSale: boolean
  /** Whether the unfilled part rests. */
  readonly rests: boolean
}

/** Market and account data; null is unknown. */
export interface EstimateFacts {
  readonly tickSize: Price | null
  readonly sizeDecimals: number | null
  readonly maxLeverage: number
  readonly leverage: number
  readonly ticker: Pick<Ticker, 'mark' | 'bid' | 'ask'> | null
  readonly fees: Fees | null
  /** The last fees charged on trades in shares. */
  readonly shareFees: ShareFees
  readonly position: Position | null
  readonly available: Money | null
  /** Unit of scalar prices: marks or °F. */
  readonly unit: 'mark' | 'f'
}

/** The family-specific part of an estimate. */
export interface FamilyEstimate<I extends EstimatedIntent> {
  readonly rows: (terms: EstimateTerms) => readonly EstimateRow[]
  readonly figures: (intent: I, source: EstimateSource, facts: EstimateFacts) => EstimateFigures
  /** `buy 40 UP at most 0.31`: what confirming signs. */
  readonly confirmText: (intent: I, estimate: Estimate, facts: Pick<EstimateFacts, 'tickSize' | 'unit'>) => string
}

/** The book that a service's estimate implies: the whole size at its average; empty where nothing would fill. */
export function bookOf({ average }: Pick<Estimate, 'average'>, side: Side, size: Size): BookSides {
  const level = average === null ? [] : [{ px: average, sz: size }]
  return side === 'buy' ? { bids: [], asks: level } : { bids: level, asks: [] }
}

/** A figure without note, tooltip or tone. */
export const plain = (main: string): EstimateFigure => ({ main, note: null, title: null, tone: null })

/**
 * The filled size, with the requested size as its note where only part fills; a narrow column has no space for both. @param request null where all of
 * it fills
 */
export function sizeFigure(fills: Decimal, request: Decimal | null): EstimateFigure {
  const main = grouped(trimZeros(fills))
  if (request === null) return plain(main)
  const of = `of ${grouped(trimZeros(request))}`
  return { main, note: of, title: `${main} ${of} at current prices`, tone: null }
}

/** A signed result, to the cent. */
export function gain(value: Money, title: string | null = null): EstimateFigure {
  const shown = toPlaces(value, 2)
  const sign = signOf(shown)
  return { main: signed(shown), note: null, title, tone: sign > 0 ? 'gain' : sign < 0 ? 'loss' : null }
}

/** The distance of a limit from the best price, short and long: `0.10 °F worse`, `0.10 °F worse than the ask`. */
interface Distance {
  readonly short: string
  readonly whole: string
}

/** The signed limit, with its distance from the best price as the note unless the note is taken. */
export function limitFigure(price: EstimateFigure, distance: Distance | null, isTaken = false): EstimateFigure {
  if (distance === null) return price
  const title = price.title === null ? distance.whole : `${price.title}: ${distance.whole}`
  return { ...price, note: isTaken ? price.note : distance.short, title }
}

/** The distance of a limit from the opposite best price; null while unknown. */
export function distanceFrom(
  limit: Price,
  side: Side,
  family: Family,
  ticker: EstimateFacts['ticker'],
): Distance | null {
  const best = ticker === null ? null : facingPrice(side, ticker)
  if (best === null) return null
  const by = side === 'buy' ? subtract(limit, best) : subtract(best, limit)
  const from = side === 'buy' ? 'the ask' : 'the bid'
  if (signOf(by) === 0) return { short: `at ${from}`, whole: `at ${from}` }
  const exact = absolute(by)
  const shown = family === 'scalar' ? padTo(exact, Math.max(placesOf(limit), placesOf(best))) : exact
  const short = `${distanceText(shown, family)} ${signOf(by) > 0 ? 'worse' : 'better'}`
  return { short, whole: `${short} than ${from}` }
}

// The rows of an estimate: each has one name, one meaning and one position in the tickets of every family.

type Words = Omit<EstimateRow, 'id'>

/** The names of the rows, in display order. */
export const ROWS: { readonly [R in RowId]: Words } = {
  size: { name: 'Fills now', title: 'Any unfilled size is canceled.' },
  rest: { name: 'Rests', title: null },
  cost: { name: 'Order value', title: 'Filled size at its average price, USDC.' },
  margin: { name: 'Margin', title: 'Margin used by the position, USDC.' },
  fee: { name: 'Fee', title: 'At your taker rate, USDC.' },
  liquidation: {
    name: 'Liquidation',
    title: 'Estimate for the position after this order. The venue decides.',
  },
  distance: { name: 'From the mark', title: 'Distance from the mark to liquidation.' },
  average: { name: 'Average price', title: null },
  worst: { name: 'Worst price', title: 'The last level taken.' },
  limit: { name: 'Signed limit', title: 'The order never trades beyond this price.' },
  won: { name: 'If right', title: null },
  lost: {
    name: 'Max loss',
    title: 'The most this order can lose: the isolated margin plus the fee.',
  },
  liquidated: {
    name: 'If liquidated',
    title:
      'If the price reaches liquidation first, the position is closed there, even if the prediction turns out right.',
  },
  free: { name: 'Available', title: 'USDC available as margin for new orders.' },
}
const ORDER = Object.keys(ROWS) as readonly RowId[]

/** `Margin at 10×` */
export const marginName = (leverage: number): string => `${ROWS.margin.name} at ${leverage}×`

/** The rows that apply, in display order. @param rows family-specific overrides of a row */
export const rowsOf = (rows: { readonly [R in RowId]?: Partial<Words> }): readonly EstimateRow[] =>
  ORDER.flatMap((id) => {
    const own = rows[id]
    return own === undefined ? [] : [{ id, ...ROWS[id], ...own }]
  })
