/** From the ticket's raw text to the effective price and size: nothing is guessed, nothing re-rounded. */
import type { TimeInForce } from '../../../contract/account.ts'
import {
  absolute,
  type Fahrenheit,
  type Money,
  notNumber,
  type Price,
  padTo,
  parseTyped,
  type Size,
  signOf,
  trimZeros,
} from '../../../contract/decimal.ts'
import type { PlaceIntent } from '../../../contract/intent.ts'
import { fahrenheitOfMark, inDegrees, markOfFahrenheit } from '../../../contract/mark.ts'
import type { Side } from '../../../contract/market.ts'
import { checkOrder, type OrderContext, type OrderIssue, type OrderTerms } from '../../../contract/order-rules.ts'
import type { SizeUnit } from '../../../contract/size-presets.ts'
import { grouped, temperatureOf } from '../../format/index.ts'
import type { EstimateFigure } from '../estimate.ts'

/** Unit of the price field: the mark, or °F (mark = 500 + °F). */
export type PriceUnit = 'mark' | 'f'

export interface TicketDraft {
  /** As typed, in `unit`; may be anything. */
  readonly price: string
  /** As typed; may be anything. */
  readonly size: string
  /** Unit of the size; defaults to contracts. */
  readonly sizeBy?: SizeUnit
  readonly unit: PriceUnit
  readonly tif: TimeInForce
  readonly reduceOnly: boolean
}

/** A price in both units. */
export interface EffectivePrice {
  readonly mark: Price
  readonly temperature: Fahrenheit
}

/** A temperature as tables copy it, in a field of either unit. */
const DEGREES = /\s*°F\s*$/

/** The price as typed, with at least the decimals of the market's tick; null when the text is empty or not a number. */
export function effectivePrice(draft: Pick<TicketDraft, 'price' | 'unit'>, places: number): EffectivePrice | null {
  const typed = parseTyped(draft.price.replace(DEGREES, ''))
  if (typed === null) return null
  const mark =
    draft.unit === 'mark' && !DEGREES.test(draft.price) ? (typed as Price) : markOfFahrenheit(typed as Fahrenheit)
  const padded = padTo(mark, places)
  return { mark: padded, temperature: fahrenheitOfMark(padded) }
}

/** The size as typed, or null when the text is empty or not a number. */
export const effectiveSize = (draft: Pick<TicketDraft, 'size'>): Size | null => parseTyped(draft.size) as Size | null

/** Typed text in plain decimal form (`571.` is `571`); text that is not a number is returned unchanged. */
export const plainText = (text: string): string => parseTyped(text) ?? text

export interface FieldIssue {
  readonly field: 'price' | 'size'
  readonly code: OrderIssue['code'] | 'missing' | 'not_a_number'
  readonly message: string
}

/** Issues of the text alone. An empty field is `missing`: shown only once the trader tries to send. */
export function textIssues(draft: TicketDraft): FieldIssue[] {
  return [
    ...textIssue('price', draft.unit === 'f' ? 'Temperature' : 'Price', draft.price),
    ...textIssue('size', 'Size', draft.size),
  ]
}

function textIssue(field: FieldIssue['field'], name: string, text: string): FieldIssue[] {
  const typed = text.trim()
  if (typed === '') return [{ field, code: 'missing', message: `${name} is missing.` }]
  if (parseTyped(field === 'price' ? typed.replace(DEGREES, '') : typed) !== null) return []
  return [{ field, code: 'not_a_number', message: notNumber(name, text) }]
}

type Context = OrderContext & { readonly available: Money | null; readonly position: Size | null }

/**
 * The order rules for one side, in the ticket's terms. `marginAt` is the price that margin is calculated at, which for a sale may be better than its
 * limit.
 */
export function sideIssues(terms: OrderTerms, marginAt: Price, context: Context, unit: PriceUnit): FieldIssue[] {
  const atLimit = checkOrder(terms, context)
  const found = atLimit.length > 0 ? atLimit : checkOrder({ ...terms, price: marginAt }, context)
  return found.map((issue) => ({
    field: issue.field,
    code: issue.code,
    message: reworded(issue, terms, context, unit),
  }))
}

function reworded(issue: OrderIssue, terms: OrderTerms, context: Context, unit: PriceUnit): string {
  if (issue.code === 'off_tick' && unit === 'f') {
    return `That is mark ${terms.price}, not a multiple of ${context.tickSize}.`
  }
  if (issue.code === 'not_positive' && issue.field === 'price' && unit === 'f') {
    return `That is mark ${grouped(terms.price)}; the mark must be greater than 0.`
  }
  const { position } = context
  if (issue.code === 'reduce_only_would_increase' && position !== null && adds(terms.side, position)) {
    const held = grouped(trimZeros(absolute(position)))
    return signOf(position) > 0
      ? `Reduce-only, but a buy would add to the long position of ${held}.`
      : `Reduce-only, but a sell would add to the short position of ${held}.`
  }
  return issue.message
}

const adds = (side: Side, position: Size): boolean =>
  signOf(position) !== 0 && signOf(position) > 0 === (side === 'buy')

/** The first of the issues in field order. */
export const firstIssue = (issues: readonly FieldIssue[]): FieldIssue | null =>
  issues.find((issue) => issue.field === 'price') ?? issues[0] ?? null

// From the ticket to the intent that is sent: exactly the price and size in the button.

/** The order that a click on Buy or Sell sends, or null while price or size is not a number. */
export function placeIntentOf(
  asset: string,
  side: Side,
  draft: Pick<TicketDraft, 'tif' | 'reduceOnly'>,
  { price, size }: { readonly price: Price | null; readonly size: Size | null },
  signer: 'agent' | 'wallet' = 'agent',
): PlaceIntent | null {
  if (price === null || size === null) return null
  const { tif, reduceOnly } = draft
  return { kind: 'place', asset, side, price, size, tif, reduceOnly, ...(signer === 'wallet' ? { signer } : {}) }
}

/** `150 at 571.80`, or null while one of them is not a number. */
export function sizeAtPrice(price: Price | null, size: Size | null, unit: PriceUnit): string | null {
  return price === null || size === null ? null : `${trimZeros(size)} at ${priceIn(unit, price)}`
}

/** A mark in the ticket's unit: `554.13`, or `54.13 °F`. */
export const priceIn = (unit: PriceUnit, mark: Price): string => (unit === 'f' ? inDegrees(mark) : mark)

/** A mark as a figure of a table, in the chosen unit with the other one beside it. */
export function inBoth(mark: Price, unit: PriceUnit): EstimateFigure {
  const note = unit === 'f' ? mark : temperatureOf(mark)
  return { main: priceIn(unit, mark), note, title: `${mark}, ${temperatureOf(mark)}`, tone: null }
}
