/**
 * The smallest order that a market takes, by value (docs/service/orders.md#minimum-value). Pure: the ticket shows the reason beside the field, and
 * main refuses with the same one.
 */
import type { Collateral } from './collateral.ts'
import {
  compare,
  lesser,
  type Money,
  multiply,
  ONE,
  type Price,
  parseDecimal,
  type Size,
  signOf,
  subtract,
  toPlaces,
  trimZeros,
} from './decimal.ts'
import { grouped } from './grouped.ts'
import type { Family } from './market-ref.ts'
import { isCoin } from './outcome.ts'

/** The minimum of each family where a market's metadata names none, in the market's collateral; null where none is known. */
export type MinimumValues = { readonly [F in Family]: Money | null }

/** What a market's own metadata says. */
interface OwnMinimum {
  readonly minimumValue?: Money
}

/** The minimum order value of a market: its metadata's, else its family's; null where none is known. */
export const minimumValueOf = (
  { minimumValue }: OwnMinimum,
  family: Family,
  known: MinimumValues | undefined,
): Money | null => minimumValue ?? known?.[family] ?? null

/** A larger minimum is a mistake: it would refuse every order. */
const LARGEST = '1000' as Money

/** Whether an amount can be a minimum order value: above 0, at most 1,000. */
export const isMinimumValue = (value: Money): boolean => signOf(value) > 0 && compare(value, LARGEST) <= 0

/** The upstream exchange's sentence, with a full stop and what may follow it (`asset=1`). */
const SENTENCE =
  /\border must have (?:a )?minimum value of \$?(\d{1,4}(?:\.\d{1,6})?)(?: (?:USDC|USDH|USDT|USD))?(?=\.?(?:\s|$))/i

/** The minimum order value that a refusal names; null where it names none, or one that can be none. */
export function minimumIn(message: string): Money | null {
  const [, text = ''] = SENTENCE.exec(message) ?? []
  const value = parseDecimal(text) as Money | null
  return value !== null && isMinimumValue(value) ? trimZeros(value) : null
}

/** The upstream exchange's status of an order that was worth too little. */
const STATUS = /\bminTradeNtlRejected\b/i

/** Whether the service refused an order because it is worth too little, by its code or its message. */
export const isBelowMinimum = (code: string | null, message: string): boolean =>
  code === 'minimum_value' || STATUS.test(message) || minimumIn(message) !== null

/**
 * What an order counts as towards the minimum, in the market's collateral: price × size. Of shares the price is the lower of p and 1 − p, as the
 * upstream exchange counts them (https://docs.hedgepit.com/outcome-markets/hip-4).
 */
export function countedValue(family: Family, { price, size }: { readonly price: Price; readonly size: Size }): Money {
  return multiply(family === 'outcome' ? lesser(price, subtract(ONE, price)) : price, size)
}

/**
 * Why an order that adds exposure is worth too little, or null.
 * @param value what it counts as, in the market's collateral @param minimum null where none is known @param unit the collateral
 */
export function belowMinimumText(family: Family, value: Money, minimum: Money | null, unit: Collateral): string | null {
  if (minimum === null || compare(value, minimum) >= 0) return null
  const counted = family === 'outcome' ? ' at the lower of price and 1 − price' : ''
  return `Order value is ${grouped(toPlaces(value, 2, 'down'))} ${unit}${counted}; the minimum is ${grouped(minimum)} ${unit}. Increase the size.`
}

/** Why a sale of shares may be refused when its time comes, or null. @param what names it @param value what it counts as, in `unit` */
export function smallSaleText(what: string, value: Money, minimum: Money | null, unit: Collateral): string | null {
  if (minimum === null || compare(value, minimum) >= 0) return null
  return `Too small to sell alone: ${what} counts as ${grouped(toPlaces(value, 2, 'down'))} ${unit}; the minimum is ${grouped(minimum)} ${unit}.`
}

/** How a close is named that the service refused because it is worth too little. @param size null for all of it */
export function dustText({ asset, size }: { readonly asset: string; readonly size: Size | null }, why: string): string {
  const isShares = isCoin(asset)
  const what = size === null ? asset : `${trimZeros(size)} ${asset}`
  const ways = isShares ? 'Sell it with more, merge it, or let it settle.' : 'Close it with more, or let it settle.'
  return `Too small to ${isShares ? 'sell' : 'close'} alone: ${what}. ${why} ${ways}`
}
