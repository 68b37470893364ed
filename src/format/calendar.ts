/** Days as the calendar of a zone has them: on which one a moment is, and when one begins. Dates are written `2026-11-21`. */
import { type ZoneClock, zoneClock } from './zone-clock.ts'

export interface Calendar {
  /** The date on which a moment is, ms. */
  dateOf(ms: number): string
  /** The first moment of a date, ms. */
  startOf(date: string): number
}

/** No zone's clock is farther from UTC, and each changes on quarters of an hour, ms. */
const FARTHEST = 26 * 3_600_000
const QUARTER = 15 * 60_000
const DAY = 86_400_000

export function calendarOf(clock: ZoneClock): Calendar {
  const dateOf = (ms: number): string => clock.at(ms).toISOString().slice(0, 10)
  return {
    dateOf,
    startOf(date) {
      const utc = Date.parse(date)
      // Whatever the zone does about midnight: the first quarter of an hour that is on the date, or after one that it leaves out.
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

/** A date so many days after another, or before. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const

/** `21 Nov` of a date whose UTC fields are the day's. */
export const dayOfYear = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
