/**
 * Minimum order value (docs/service/orders.md#minimum-value). Pure: the ticket shows the reason next to the field, and main refuses with the same
 * one.
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
import { tradesShares } from './family-rules.ts'
import { grouped } from './grouped.ts'
import type { Family } from './market-ref.ts'
import { isCoin } from './outcome.ts'

/** The minimum of each family for markets whose metadata gives none, in the market's collateral; null when unknown. */
export type MinimumValues = { readonly [F in Family]: Money | null }

interface OwnMinimum {
  readonly minimumValue?: Money
}

/** The minimum order value of a market: from its metadata, otherwise its family's; null when unknown. */
export const minimumValueOf = (
  { minimumValue }: OwnMinimum,
  family: Family,
  known: MinimumValues | undefined,
): Money | null => minimumValue ?? known?.[family] ?? null

/** A larger minimum is an error: it would refuse every order. */
const LARGEST = '1000' as Money

/** Whether an amount can be a minimum order value: above 0, at most 1,000. */
export const isMinimumValue = (value: Money): boolean => signOf(value) > 0 && compare(value, LARGEST) <= 0

/** The upstream exchange's message, with its full stop and an optional suffix (`asset=1`). */
const SENTENCE =
  /\border must have (?:a )?minimum value of \$?(\d{1,4}(?:\.\d{1,6})?)(?: (?:USDC|USDH|USDT|USD))?(?=\.?(?:\s|$))/i

/** The minimum order value in a refusal; null when it contains none, or an impossible one. */
export function minimumIn(message: string): Money | null {
  const [, text = ''] = SENTENCE.exec(message) ?? []
  const value = parseDecimal(text) as Money | null
  return value !== null && isMinimumValue(value) ? trimZeros(value) : null
}

/** The upstream exchange's status for an order below the minimum value. */
const STATUS = /\bminTradeNtlRejected\b/i

/** Whether the service refused an order for its low value, by code or message. */
export const isBelowMinimum = (code: string | null, message: string): boolean =>
  code === 'minimum_value' || STATUS.test(message) || minimumIn(message) !== null

/**
 * The order value that counts towards the minimum, in the market's collateral: price × size. For shares the price is the lower of p and 1 − p, as the
 * upstream exchange counts (https://docs.hedgepit.com/outcome-markets/hip-4).
 */
export function countedValue(family: Family, { price, size }: { readonly price: Price; readonly size: Size }): Money {
  return multiply(tradesShares(family) ? lesser(price, subtract(ONE, price)) : price, size)
}

/**
 * Why an order that adds exposure is below the minimum, or null.
 * @param value counted value, in the market's collateral @param minimum null when unknown @param unit the collateral
 */
export function belowMinimumText(family: Family, value: Money, minimum: Money | null, unit: Collateral): string | null {
  if (minimum === null || compare(value, minimum) >= 0) return null
  const [amount, least] = [`${grouped(toPlaces(value, 2, 'down'))} ${unit}`, `${grouped(minimum)} ${unit}`]
  return tradesShares(family)
    ? `Order value is ${amount} at the lower of price and 1 − price; the minimum is ${least}. Increase the size.`
    : `Order value is ${amount}; the minimum is ${least}. Increase the size.`
}

/** Warns that a later sale of shares may be refused as too small, or null. @param what names it: `Stop` @param value counted value, in `unit` */
export function smallSaleText(what: string, value: Money, minimum: Money | null, unit: Collateral): string | null {
  if (minimum === null || compare(value, minimum) >= 0) return null
  return `Too small to sell (${what}): it counts as ${grouped(toPlaces(value, 2, 'down'))} ${unit}; the minimum is ${grouped(minimum)} ${unit}.`
}

/** The message for a close that the service refused as too small. @param size null for all of it */
export function dustText({ asset, size }: { readonly asset: string; readonly size: Size | null }, why: string): string {
  const isShares = isCoin(asset)
  const what = size === null ? asset : `${trimZeros(size)} ${asset}`
  return isShares
    ? `Too small to sell: ${what}. ${why} Sell a larger size, merge it, or let it settle.`
    : `Too small to close: ${what}. ${why} Close a larger size, or let it settle.`
}
