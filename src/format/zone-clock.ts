/** The clock of a time zone: a moment as its wall clock and calendar tell it. */
import { zoneAt } from './local-time.ts'

/** Zones change their time on quarters of an hour, ms. */
const QUARTER = 15 * 60_000
/** So many quarters are remembered: far more than a screen shows. */
const REMEMBERED = 2000

/** What a zone is for a moment: how far its clock is from UTC, ms, and what it is called then. */
interface Offset {
  readonly ms: number
  readonly name: string
}

export interface ZoneClock {
  /** A date whose UTC fields read as the zone's clock does. */
  at(ms: number): Date
  /** `UTC`, `EST`: what the zone is called at that moment. */
  name(ms: number): string
}

const UTC: ZoneClock = { at: (ms) => new Date(ms), name: () => 'UTC' }

/**
 * The clock of a zone by its IANA name.
 * @throws RangeError for a name that is none.
 */
export function zoneClock(zone: string): ZoneClock {
  if (zone === 'UTC') return UTC
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  })
  const known = new Map<number, Offset>()
  const offsetAt = (ms: number): Offset => {
    const quarter = Math.floor(ms / QUARTER)
    const found = known.get(quarter)
    if (found !== undefined) return found
    if (known.size >= REMEMBERED) known.clear()
    // What no calendar has is told as such by whoever writes it.
    if (Number.isNaN(new Date(ms).getTime())) return { ms: 0, name: zone }
    const text = parts.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const offset = { ms: offsetOf(text), name: zoneAt(ms, zone).name }
    known.set(quarter, offset)
    return offset
  }
  return {
    at(ms) {
      const there = new Date(ms + offsetAt(ms).ms)
      // The last hours that a date can have are those of UTC.
      return Number.isNaN(there.getTime()) ? new Date(ms) : there
    },
    name: (ms) => offsetAt(ms).name,
  }
}

/** `GMT-05:00` as ms east of UTC; `GMT` is none. */
function offsetOf(text: string): number {
  const match = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (match === null) return 0
  const [, sign, hours, minutes, seconds] = match
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}
