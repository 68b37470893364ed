/** How values are written on screen. Decimals stay text: digits are grouped, signed and padded, never re-rounded here. */

import type { Price } from '../../contract/decimal.ts'
import { type Decimal, padTo, signOf } from '../../contract/decimal.ts'
import { grouped, MINUS } from '../../contract/grouped.ts'
import { fahrenheitOfMark } from '../../contract/mark.ts'

/** What stands where a value is not known. */
export const NONE = '—'
/** Keeps a value and its unit on one line. */
const NBSP = '\u00a0'

/** `324.00` → `+ 324.00`, `-2` → `− 2`, zero without a sign. */
export function signed(value: Decimal): string {
  const sign = signOf(value)
  if (sign === 0) return grouped(value).replace(MINUS, '')
  const size = grouped((value.startsWith('-') ? value.slice(1) : value) as Decimal)
  return `${sign > 0 ? '+' : MINUS}${NBSP}${size}`
}

/** At a market's precision (zeros added, digits never taken away), grouped; `—` for null. */
export const atPlaces = (value: Decimal | null | undefined, places: number): string =>
  value == null ? NONE : grouped(padTo(value, places))

/** `71.84 °F` */
export const fahrenheitText = (temperature: Decimal): string => `${grouped(temperature)}${NBSP}°F`

/** °F of a mark: `571.84` → `71.84 °F`; `—` for null. */
export const fahrenheitOf = (mark: Price | null | undefined): string =>
  mark == null ? NONE : fahrenheitText(fahrenheitOfMark(mark))

const two = (value: number): string => String(value).padStart(2, '0')

/** `21:18:42`, UTC. */
export function timeText(ms: number): string {
  const date = new Date(ms)
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
}

/** `21:18:42.609`, UTC. */
export const timeTextMs = (ms: number): string =>
  `${timeText(ms)}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}`

/** `21:18`, UTC. */
export const minuteText = (ms: number): string => timeText(ms).slice(0, 5)

/** `41 min 17 s`, `1 h 02 min`, `262 d 17 h`, `17 s`: what is left, rounded up to the second; never negative. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)}${NBSP}d ${hours % 24}${NBSP}h`
  if (hours > 0) return `${hours}${NBSP}h ${two(minutes % 60)}${NBSP}min`
  return minutes > 0 ? `${minutes}${NBSP}min ${two(seconds % 60)}${NBSP}s` : `${seconds}${NBSP}s`
}

/** `29 d left`, `3 h left`, `41 min left`, `17 s left`, `expired`: how long something stays valid. */
export function validLeft(ms: number): string {
  if (ms <= 0) return 'expired'
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days}${NBSP}d left`
  if (hours > 0) return `${hours}${NBSP}h left`
  return minutes > 0 ? `${minutes}${NBSP}min left` : `${Math.ceil(ms / 1000)}${NBSP}s left`
}
