/** Numbers on the socket: decimals as text or number, times, and the integer units of books (docs/service/websocket.md#reading). */
import { type Decimal, readNumber } from '../../../contract/decimal.ts'
import { isMillis } from '../../../contract/time.ts'

export type Dictionary = Readonly<Record<string, unknown>>

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A decimal unchanged, from text or from a JSON number by its shortest text. Null for anything else. */
export const decimalOf = (value: unknown): Decimal | null =>
  typeof value === 'string' || typeof value === 'number' ? readNumber(String(value)) : null

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/i

/** A time in ms since the epoch, from ms as number or digits, or from ISO 8601 (UTC where it names no zone). */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return isMillis(value) && value >= 0 ? value : null
  if (typeof value !== 'string') return null
  if (/^\d{1,15}$/.test(value)) return Number(value)
  if (!ISO.test(value)) return null
  const parsed = Date.parse(ZONED.test(value) ? value : `${value.replace(' ', 'T')}Z`)
  return Number.isNaN(parsed) ? null : parsed
}

/** An identifier: text, or a whole number as its text. */
export function idOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  return typeof value === 'string' && /^\S{1,64}$/.test(value) ? value : null
}

/** The coin that data is about. */
export function coinOf(data: Dictionary): string | null {
  const coin = data.coin ?? data.asset
  return typeof coin === 'string' && coin.length > 0 && coin.length <= 64 ? coin : null
}

// Prices and sizes of order books as integers in units of 10^−places. Up to 2^53 they are exact in a double, so the hot path adds and compares them
// without objects; a value that does not fit is refused, never rounded.

/** 10^0 … 10^15. */
export const POWERS: readonly number[] = Array.from({ length: 16 }, (_, i) => 10 ** i)

/** More decimal places than this are refused. */
export const MAX_PLACES = 15

/** `units` rescaled from `from` to `to` decimals (to ≥ from); NaN when it would not be exact. */
export function rescale(units: number, from: number, to: number): number {
  const scaled = units * (POWERS[to - from] ?? Number.NaN)
  return Math.abs(scaled) <= Number.MAX_SAFE_INTEGER ? scaled : Number.NaN
}

/** Plain decimal text with exactly `places` decimals. */
export function unitsText(units: number, places: number): string {
  if (places === 0) return String(units)
  if (units < 0) return `-${unitsText(-units, places)}`
  const digits = String(units).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/**
 * Plain decimal text as units of 10^−places.
 * @returns NaN when the text has more places, or the number would not be exact.
 */
export function textUnits(text: string, places: number): number {
  const dot = text.indexOf('.')
  const have = dot < 0 ? 0 : text.length - dot - 1
  if (have > places || places > MAX_PLACES) return Number.NaN
  const digits = dot < 0 ? text : text.slice(0, dot) + text.slice(dot + 1)
  const units = Number(digits)
  return Number.isSafeInteger(units) ? rescale(units, have, places) : Number.NaN
}
