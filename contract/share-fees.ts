/**
 * What the service takes of trades in shares, by what it took last: it names no rate for them, and an opening may be free where a sale and the
 * settlement are not (docs/service/outcomes.md#fees). Pure.
 */
import type { Fill } from './account.ts'
import { BASIS_POINTS, type Decimal, divide, type Money, multiply, signOf } from './decimal.ts'
import { isCoin } from './outcome.ts'

/** Of the value, in basis points; null before the first fill with a fee that is known. */
export interface ShareFees {
  readonly buy: Decimal | null
  readonly sell: Decimal | null
  /** Of what is paid out. */
  readonly settled: Decimal | null
}

const RATE_PLACES = 4
const MONEY_PLACES = 6

/** @param fills newest first */
export function shareFeesOf(fills: readonly Fill[]): ShareFees {
  const rates: { -readonly [K in keyof ShareFees]: Decimal | null } = { buy: null, sell: null, settled: null }
  for (const { asset, cause, side, price, size, fee } of fills) {
    if (!isCoin(asset) || cause === 'liquidation' || fee === null) continue
    const value = multiply(price, size)
    const kind = cause === 'settlement' ? 'settled' : side
    if (rates[kind] !== null || signOf(value) === 0) continue
    rates[kind] = divide(multiply(fee, BASIS_POINTS), value, RATE_PLACES)
  }
  return rates
}

/** A rate's part of a value, to the micro-unit. */
export const shareFee = (value: Money, bps: Decimal): Money => divide(multiply(value, bps), BASIS_POINTS, MONEY_PLACES)
