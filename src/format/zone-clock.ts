/** The clock of a time zone: a moment by its wall clock and calendar. */
// Wall-clock time of a zone, and the zone's short name. Pure except for the machine's own zone.

/** Locales in which most zones have an alphabetic short name. */
const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'] as const

/** IANA name of this computer's zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether the IANA name is known here. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
/** Cached per zone, because the time is formatted each second. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** `06:27:31`: the wall-clock time of a zone at a moment (ms since the epoch). */
export function localTime(at: number, timeZone: string): string {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  return clock.format(at)
}

/** `06:27 EST`: the time of a zone at a moment (ms since the epoch). */
export const minuteIn = (at: number, timeZone: string): string =>
  `${localTime(at, timeZone).slice(0, 5)} ${zoneAt(at, timeZone).name}`

interface Zone {
  /** `CET`; `GMT+7` where no locale has an abbreviation for it. */
  readonly name: string
  /** `Europe/Berlin` */
  readonly place: string
}

/** The zone with its name at a moment, ms since the epoch: daylight saving time has another name. */
export function zoneAt(at: number, timeZone = ownZone()): Zone {
  const names = LANGUAGES.flatMap((language) =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' })
      .formatToParts(at)
      .flatMap(({ type, value }) => (type === 'timeZoneName' ? [value] : [])),
  )
  return { name: names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0] ?? timeZone, place: timeZone }
}

/** Zones change their clock at quarters of an hour, ms. */
const QUARTER = 15 * 60_000
/** Maximum number of cached quarters: far more than a screen shows. */
const REMEMBERED = 2000

/** A zone at a moment: its offset from UTC, ms, and its name. */
interface Offset {
  readonly ms: number
  readonly name: string
}

export interface ZoneClock {
  /** A date whose UTC fields read as the zone's clock does. */
  at(ms: number): Date
  /** `UTC`, `EST`: the zone's name at that moment. */
  name(ms: number): string
}

const UTC: ZoneClock = { at: (ms) => new Date(ms), name: () => 'UTC' }

/**
 * The clock of a zone by its IANA name.
 * @throws RangeError for an unknown name
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
    // The formatter reports an invalid date.
    if (Number.isNaN(new Date(ms).getTime())) return { ms: 0, name: zone }
    const text = parts.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const offset = { ms: offsetOf(text), name: zoneAt(ms, zone).name }
    known.set(quarter, offset)
    return offset
  }
  return {
    at(ms) {
      const there = new Date(ms + offsetAt(ms).ms)
      // The last hours that a date can represent are those of UTC.
      return Number.isNaN(there.getTime()) ? new Date(ms) : there
    },
    name: (ms) => offsetAt(ms).name,
  }
}

/** `GMT-05:00` as ms east of UTC; `GMT` is 0. */
function offsetOf(text: string): number {
  const match = /^GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (match === null) return 0
  const [, sign, hours, minutes, seconds] = match
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}
