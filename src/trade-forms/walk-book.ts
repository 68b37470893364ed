/** The effect of an order by the displayed book: average and worst price, fee, and how far it trades through. An estimate, as books move. */
import type { Family, Fees } from '../../contract/account.ts'
import {
  add,
  BASIS_POINTS,
  compare,
  type Decimal,
  divide,
  lesser,
  type Money,
  multiply,
  notNumber,
  type Price,
  padTo,
  parseTyped,
  placesOf,
  type Size,
  signOf,
  subtract,
  ZERO,
} from '../../contract/decimal.ts'
import { FAMILY_RULES } from '../../contract/family-rules.ts'
import type { BookRow, Side, Ticker } from '../../contract/market.ts'
import { distanceIssue, distanceText, ofCents } from '../../contract/protection.ts'
import { facingPrice } from '../../contract/reference-price.ts'

/** The part of a book view that a walk reads, best levels first. */
export interface BookSides {
  readonly bids: readonly Pick<BookRow, 'px' | 'sz'>[]
  readonly asks: readonly Pick<BookRow, 'px' | 'sz'>[]
}

export interface Walk {
  /** The immediate fill. */
  readonly filled: Size
  /** Value of the immediate fill, USDC. */
  readonly value: Money
  /** Average and worst price of the immediate fill; null when nothing fills. */
  readonly average: Price | null
  readonly worst: Price | null
  /** Levels touched. */
  readonly levels: number
  /** The unfilled rest: rests (GTC), is canceled (IOC). */
  readonly rest: Size
  /** Whether the price reaches past the last displayed level, so that more may fill than is counted here. */
  readonly beyondShown: boolean
  /** Position of the rest among its own side's levels: `level` 1 is the best. */
  readonly queue: { readonly level: number; readonly of: number; readonly joins: boolean } | null
}

const AVERAGE_PLACES = 12

/** Whether a limit at `price` trades with a resting order at `against`. */
const reaches = (side: Side, price: Price, against: Price): boolean =>
  side === 'buy' ? compare(price, against) >= 0 : compare(price, against) <= 0

/** Walks the book for a limit order of `size` at `price`. Both must be positive. */
export function walkBook(side: Side, price: Price, size: Size, book: BookSides): Walk {
  const opposite = side === 'buy' ? book.asks : book.bids
  let rest = size
  let value: Money = ZERO
  let filled: Size = ZERO
  let worst: Price | null = null
  let levels = 0
  for (const { px, sz } of opposite) {
    if (signOf(rest) <= 0 || !reaches(side, price, px)) break
    if (signOf(sz) <= 0) continue
    const take = lesser(rest, sz)
    value = add(value, multiply(px, take))
    filled = add(filled, take)
    rest = subtract(rest, take)
    worst = px
    levels += 1
  }
  const last = opposite.at(-1)
  const some = signOf(filled) > 0
  return {
    filled,
    value,
    average: some ? divide(value, filled, AVERAGE_PLACES) : null,
    worst,
    levels,
    rest: rest,
    beyondShown: signOf(rest) > 0 && last !== undefined && reaches(side, price, last.px),
    queue: signOf(rest) > 0 ? queuePlace(side, price, book) : null,
  }
}

/** Whether an order that does not rest would have no effect at all, which its button must show. */
export const fillsNothing = (walk: Pick<Walk, 'filled'> | null, waits: boolean): boolean =>
  !waits && walk !== null && signOf(walk.filled) === 0

function queuePlace(side: Side, price: Price, book: BookSides): NonNullable<Walk['queue']> {
  const own = side === 'buy' ? book.bids : book.asks
  let better = 0
  let joins = false
  for (const { px } of own) {
    const order = compare(px, price)
    if (order === 0) joins = true
    if (side === 'buy' ? order > 0 : order < 0) better += 1
  }
  return { level: better + 1, of: joins ? own.length : own.length + 1, joins }
}

// Fees of an order: the immediate fill pays as taker, the resting part as maker once it fills.

export interface FeeEstimate {
  readonly taker: Money
  readonly maker: Money
  readonly total: Money
}

const PLACES = 12

/** The fee of a fill by its value. */
export const feeOf = (value: Money, bps: Decimal): Money => divide(multiply(value, bps), BASIS_POINTS, PLACES)

/** Fees of an order at `price`; `restFills` is false when the rest is canceled (IOC). */
export function estimateFees(walk: Walk, price: Price, fees: Fees, restFills: boolean): FeeEstimate {
  const taker = feeOf(walk.value, fees.takerBps)
  const maker = restFills ? feeOf(multiply(price, walk.rest), fees.makerBps) : ZERO
  return { taker, maker, total: add(taker, maker) }
}

/** A distance in the market's own unit, or the error of the text. */
type TypedDistance = { readonly distance: Price } | { readonly issue: string }

/** Maximum distance of a market order from the price, as typed: in °F for scalar markets, in cents for probabilities. */
export function distanceOf(text: string, family: Family): TypedDistance {
  const typed = parseTyped(text)
  if (text.trim() === '') return { issue: 'Slippage is missing.' }
  if (typed === null) return { issue: notNumber('Slippage', text) }
  const distance = FAMILY_RULES[family].isMark ? (typed as Decimal as Price) : ofCents(typed)
  const issue = distanceIssue(distance, family)
  return issue === null ? { distance } : { issue }
}

/** A distance from a valid preset. @throws Error for an invalid text */
export function presetDistance(text: string, family: Family): Price {
  const read = distanceOf(text, family)
  if ('issue' in read) throw new Error(`${text} is not a valid slippage: ${read.issue}`)
  return read.distance
}

// How far a limit price is through the opposite best price: such an order trades at once, up to that much worse.

/** A price through the opposite best one. */
export interface Through {
  readonly side: Side
  readonly by: Price
  /** `5.90 °F through the ask`. */
  readonly text: string
  /** Where both sides share the price: `Buy crosses by 5.90 °F`. */
  readonly crosses: string
  /** Further than the trader's limit without confirmation. */
  readonly isFar: boolean
}

/** @param most maximum without confirmation, from the settings: °F for scalar markets, cents for probabilities */
export function throughBest(
  side: Side,
  price: Price | null,
  {
    family,
    prices,
    most,
  }: { readonly family: Family; readonly prices: Pick<Ticker, 'bid' | 'ask'>; readonly most: string },
): Through | null {
  const best = facingPrice(side, prices)
  if (price === null || best === null) return null
  const by = side === 'buy' ? subtract(price, best) : subtract(best, price)
  if (signOf(by) <= 0) return null
  const isFar = compare(by, presetDistance(most, family)) > 0
  const shown = FAMILY_RULES[family].isMark ? padTo(by, Math.max(placesOf(price), placesOf(best))) : by
  const far = distanceText(shown, family)
  return {
    ...{ side, by, isFar },
    text: side === 'buy' ? `${far} through the ask` : `${far} through the bid`,
    crosses: side === 'buy' ? `Buy crosses by ${far}` : `Sell crosses by ${far}`,
  }
}
