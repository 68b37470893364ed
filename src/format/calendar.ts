/** Calendar days of a time zone: the date of a moment, and the start of a date. Dates are written `2026-11-21`. */
import { type ZoneClock, zoneClock } from './zone-clock.ts'

export interface Calendar {
  /** The date of a moment, ms. */
  dateOf(ms: number): string
  /** The first moment of a date, ms. */
  startOf(date: string): number
}

/** No zone's clock is further from UTC, and each changes at quarters of an hour, ms. */
const FARTHEST = 26 * 3_600_000
const QUARTER = 15 * 60_000
const DAY = 86_400_000

export function calendarOf(clock: ZoneClock): Calendar {
  const dateOf = (ms: number): string => clock.at(ms).toISOString().slice(0, 10)
  return {
    dateOf,
    startOf(date) {
      const utc = Date.parse(date)
      // Regardless of clock changes around midnight: the first quarter of an hour on the date, or after a skipped one.
      let [before, there] = [(utc - FARTHEST) / QUARTER, (utc + FARTHEST) / QUARTER]
      while (there - before > 1) {
        const middle = Math.floor((before + there) / 2)
        if (dateOf(middle * QUARTER) < date) before = middle
        else there = middle
      }
      return there * QUARTER
    },
  }
}

export const UTC_CALENDAR: Calendar = calendarOf(zoneClock('UTC'))

/** A date plus or minus this many days. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const

/** `21 Nov` for a date whose UTC fields are the day's. */
export const dayOfYear = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`

// Durations as text: the same in every format.

/** Keeps a value and its unit on one line. */
const NBSP = '\u00a0'

const two = (value: number): string => String(value).padStart(2, '0')

/** `41 min 17 s`, `1 h 02 min`, `262 d 17 h`, `17 s`: the remaining time, rounded up to the second; never negative. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return `${Math.floor(hours / 24)}${NBSP}d ${hours % 24}${NBSP}h`
  if (hours > 0) return `${hours}${NBSP}h ${two(minutes % 60)}${NBSP}min`
  return minutes > 0 ? `${minutes}${NBSP}min ${two(seconds % 60)}${NBSP}s` : `${seconds}${NBSP}s`
}

/** `29 d left`, `3 h left`, `41 min left`, `17 s left`, `expired`: the remaining validity. */
export function validLeft(ms: number): string {
  if (ms <= 0) return 'expired'
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return `${days}${NBSP}d left`
  if (hours > 0) return `${hours}${NBSP}h left`
  return minutes > 0 ? `${minutes}${NBSP}min left` : `${Math.ceil(ms / 1000)}${NBSP}s left`
}

// Days of the service, which start at 00:00 UTC regardless of the displayed time zone.

/** `2026-11-21`: the UTC day of a moment. */
export const utcDateText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
