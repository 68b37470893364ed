/** Small guards for what the socket brings: decimals as text or number, times as ms or ISO 8601 (docs/service/websocket.md#reading). */
import { type Decimal, readNumber } from '../../../contract/decimal.ts'
import { isMillis } from '../../../contract/time.ts'

export type Dictionary = Readonly<Record<string, unknown>>

export const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A decimal as it came, as text or as a JSON number by its shortest text. Null for anything else. */
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
