/** The ticket of an outcome market: from raw text to an intent, its issues, and the figures of the order. Pure. */

import {
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isMultipleOf,
  type Money,
  multiply,
  notNumber,
  ONE,
  type Price,
  padTo,
  parseTyped,
  placesOf,
  type Size,
  signOf,
  subtract,
  toPlaces,
  toStep,
  trimZeros,
  ZERO,
} from '../../../contract/decimal.ts'
import type { OutcomeOrderIntent } from '../../../contract/intent.ts'
import type { Side } from '../../../contract/market.ts'
import { MESSAGES as COMMON, positive, wholeNumber } from '../../../contract/messages.ts'
import { belowMinimumText, countedValue } from '../../../contract/minimum-value.ts'
import { lotOf } from '../../../contract/order-rules.ts'
import { entryDistance, entryWorstAt } from '../../../contract/protection.ts'
import { referencePrice } from '../../../contract/reference-price.ts'
import type { SizeUnit } from '../../../contract/size-presets.ts'
import { grouped, moneyUnit } from '../../format/index.ts'
import { type BookSides, distanceOf, walkBook } from '../../trade-forms/index.ts'

/** The fields as typed. */
export interface OutcomeDraft {
  readonly side: Side
  readonly mode: 'limit' | 'market'
  readonly price: string
  /** Maximum distance of a market order from the best price, cents. */
  readonly distance: string
  readonly size: string
  /** Unit of the size; defaults to shares. */
  readonly sizeBy?: SizeUnit
}

interface OutcomeTerms {
  readonly coin: string
  /** Null where the service does not report it; then the service judges. */
  readonly tickSize: Price | null
  readonly sizeDecimals: number | null
  /** Smallest value of a buy order, in the collateral; undefined where none is known or enforced. */
  readonly minimumValue?: Money | null
  /** Shares that are held of the side; null or absent where unknown. */
  readonly held?: Size | null
}

export interface OutcomeIssue {
  readonly field: 'price' | 'distance' | 'size'
  /** `missing` is shown only once the trader tries to send. */
  readonly missing: boolean
  readonly message: string
}

/** Depth of the book that is watched for estimates. */
export const OUTCOME_LEVELS = 20
const BPS_PLACES = 2
/** Decimals of shares when the service does not report them. */
export const SHARE_DECIMALS = 2

/**
 * The issues of the draft, in the order of its fields.
 * @param bound the worst price of a market order; null without a reference price
 */
export function outcomeIssues(
  draft: OutcomeDraft,
  terms: OutcomeTerms,
  bound: Price | null = null,
): readonly OutcomeIssue[] {
  const found: OutcomeIssue[] = []
  const say = (field: OutcomeIssue['field'], message: string | null, missing = false): void => {
    if (message !== null) found.push({ field, missing, message })
  }
  if (draft.mode === 'limit') {
    if (draft.price.trim() === '') say('price', 'Price is missing.', true)
    else say('price', priceIssue(draft.price, terms.tickSize))
  } else {
    const read = distanceOf(draft.distance, 'outcome')
    say('distance', 'issue' in read ? read.issue : null)
  }
  if (draft.size.trim() === '') say('size', COMMON.sizeMissing, true)
  else say('size', sizeIssue(draft.size, terms.sizeDecimals))
  const price = draft.mode === 'limit' ? outcomeBound(draft, terms, null, null) : bound
  if (draft.side === 'buy' && found.length === 0 && price !== null) {
    const value = countedValue('outcome', { price, size: parseTyped(draft.size) as Size })
    say('size', belowMinimumText('outcome', value, terms.minimumValue ?? null, moneyUnit('outcome')))
  }
  if (draft.side === 'sell' && !found.some(({ field }) => field === 'size')) {
    say('size', beyondHeld(parseTyped(draft.size) as Size, terms.held ?? null))
  }
  return found
}

/** Shares are sold only while they are held; nothing is said of a holding that is not known. */
const beyondHeld = (size: Size, held: Size | null): string | null =>
  held === null || compare(size, held) <= 0 ? null : `You hold only ${grouped(trimZeros(held))}.`

/** A typed price with at least the decimals of the market's tick. */
const atTick = (text: string, tickSize: Price | null): Price =>
  padTo(parseTyped(text) as Price, tickSize === null ? 0 : placesOf(tickSize))

function priceIssue(text: string, tickSize: Price | null): string | null {
  const typed = parseTyped(text)
  if (typed === null) return notNumber('Price', text)
  if (signOf(typed) <= 0 || compare(typed, ONE) >= 0) return 'Price must be between 0 and 1.'
  return tickSize !== null && !isMultipleOf(typed, tickSize) ? `Price must be a multiple of ${tickSize}.` : null
}

/** The error of a typed number of shares; null if valid. */
export function sizeIssue(text: string, sizeDecimals: number | null, name = 'Size'): string | null {
  const typed = parseTyped(text)
  if (typed === null) return notNumber(name, text)
  if (signOf(typed) <= 0) return positive(name)
  if (sizeDecimals === null || placesOf(trimZeros(typed)) <= sizeDecimals) return null
  return sizeDecimals === 0 ? wholeNumber(name) : `${name} takes at most ${sizeDecimals} decimals.`
}

/**
 * The order that a click sends; null while the draft has an issue or there is no reference price for its worst price.
 * @param bound the worst price, as shown
 */
export function outcomeIntentOf(
  draft: OutcomeDraft,
  terms: OutcomeTerms,
  bound: Price | null,
): OutcomeOrderIntent | null {
  if (outcomeIssues(draft, terms, bound).length > 0 || bound === null) return null
  const size = parseTyped(draft.size) as Size
  const mode: OutcomeOrderIntent['mode'] =
    draft.mode === 'limit'
      ? { kind: 'limit', price: bound }
      : { kind: 'market', protection: { kind: 'worst', price: bound } }
  return { kind: 'outcome_order', asset: terms.coin, side: draft.side, size, mode }
}

/** The figures of an order at the book as shown. */
interface OutcomeFigures {
  /** The worst price at which it may trade: the limit, or the best price plus its distance; null without a reference price. */
  readonly bound: Price | null
  /** The immediate fill and its average price. */
  readonly fills: Size
  readonly average: Price | null
  /** The remainder: rests (limit) or is canceled (market). */
  readonly rest: Size
  /** Maximum cost of a buy, minimum proceeds of a sale. */
  readonly money: Money | null
  /** Payout of the shares if their side wins; 0 otherwise. */
  readonly payout: Money
}

/** Null while size or price is not a number. */
export function outcomeFigures(
  draft: OutcomeDraft,
  terms: OutcomeTerms,
  book: BookSides | null,
  last: Price | null,
): OutcomeFigures | null {
  const wrong = outcomeIssues(draft, { ...terms, minimumValue: null })
  if (wrong.length > 0) return null
  const size = parseTyped(draft.size) as Size
  const bound = outcomeBound(draft, terms, book, last)
  if (bound === null || book === null) {
    return { bound, fills: ZERO, average: null, rest: size, money: atMost(bound, size), payout: multiply(size, ONE) }
  }
  const walk = walkBook(draft.side, bound, size, book)
  const { filled: fills, average, rest } = walk
  // More may fill beyond the watched levels: then the whole size counts.
  const facing = draft.side === 'buy' ? book.asks : book.bids
  const mayFillMore = walk.beyondShown && facing.length >= OUTCOME_LEVELS
  const part = draft.mode === 'market' && !mayFillMore ? fills : size
  // A buy pays its fills, and at most its limit for the rest; the unfilled part of a market order is canceled.
  const limitBuy = draft.side === 'buy' && draft.mode === 'limit'
  const money = limitBuy ? add(walk.value, multiply(bound, rest)) : atMost(bound, part)
  return { bound, fills, average, rest, money, payout: multiply(part, ONE) }
}

const atMost = (bound: Price | null, size: Size): Money | null => (bound === null ? null : multiply(bound, size))

/** The worst price at which an order may trade: its limit, or the best price plus its distance; null without a reference price. */
export function outcomeBound(
  draft: OutcomeDraft,
  { tickSize }: Pick<OutcomeTerms, 'tickSize'>,
  book: BookSides | null,
  last: Price | null,
): Price | null {
  if (draft.mode === 'limit') {
    return priceIssue(draft.price, tickSize) === null ? atTick(draft.price, tickSize) : null
  }
  const known = distanceFacts(draft, book, last)
  return known && entryWorstAt(...known, { family: 'outcome', side: draft.side, tickSize })
}

/** Reference and typed distance of a market order; null while either is missing. */
function distanceFacts(
  draft: Pick<OutcomeDraft, 'side' | 'distance'>,
  book: BookSides | null,
  last: Price | null,
): readonly [reference: Price, distance: Price] | null {
  const read = distanceOf(draft.distance, 'outcome')
  const prices = { mark: last, mid: null, bid: book?.bids[0]?.px ?? null, ask: book?.asks[0]?.px ?? null }
  const reference = referencePrice('outcome', draft.side, prices)
  return 'issue' in read || reference === null ? null : [reference, read.distance]
}

/** Whether the distance of a market order is cut to the price of the share, which is less. */
export function isDistanceCut(
  draft: OutcomeDraft,
  { tickSize }: Pick<OutcomeTerms, 'tickSize'>,
  book: BookSides | null,
  last: Price | null,
): boolean {
  const known = draft.mode === 'market' ? distanceFacts(draft, book, last) : null
  return (
    known !== null && compare(entryDistance(...known, { family: 'outcome', side: draft.side, tickSize }), known[1]) < 0
  )
}

/** The most shares that collateral buys at a price, with the market's decimals; null while an input is unknown. */
export function mostShares(collateral: Money | null, price: Price | null, sizeDecimals: number | null): Size | null {
  if (collateral === null || price === null || signOf(price) <= 0 || signOf(collateral) < 0) return null
  const lot = lotOf(sizeDecimals ?? SHARE_DECIMALS)
  const most = toStep(divide(collateral, price, 30), lot, 'down')
  // The quotient was rounded, so the result is checked again exactly.
  const affordable = compare(multiply(most, price), collateral) <= 0 ? most : subtract(most, lot)
  return toPlaces(affordable, sizeDecimals ?? SHARE_DECIMALS)
}

/** A probability in percent at the precision of the market's tick: `0.58210` at a tick of 0.001 → `58.2`. */
export function percentOf(price: Price, tickSize: Price | null): Decimal {
  const places = Math.max(0, placesOf(tickSize ?? trimZeros(price)) - BPS_PLACES)
  return toPlaces(multiply(price, HUNDRED), places)
}

/**
 * What happens to a market order when the other side of the book is empty; null when it is not, or the book is unknown. A reference price may still
 * exist: that of the last trade.
 */
export function noFacing(draft: Pick<OutcomeDraft, 'side' | 'mode'>, book: BookSides | null): string | null {
  if (book === null || draft.mode !== 'market') return null
  const buying = draft.side === 'buy'
  if ((buying ? book.asks : book.bids).length > 0) return null
  return buying
    ? 'No sellers now: a market order would be canceled. Use a limit order.'
    : 'No buyers now: a market order would be canceled. Use a limit order.'
}
