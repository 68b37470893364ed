/** Time as a clock on the wall of a zone tells it, and the zone's short name. Pure but for the zone of the machine. */

/** Languages in whose words most zones have a short name of letters. */
const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'] as const

/** IANA name of this computer's zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether there is a zone of this IANA name here. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
/** Made once for a zone, because the time is told each second. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** `06:27:31` of a moment (ms since the epoch) as a clock on the wall of the zone tells it. */
export function localTime(at: number, timeZone: string): string {
  const clock = clocks.get(timeZone) ?? clockOf(timeZone)
  clocks.set(timeZone, clock)
  return clock.format(at)
}

/** `06:27 EST` of a moment (ms since the epoch), by the clock of a zone. */
export const minuteIn = (at: number, timeZone: string): string =>
  `${localTime(at, timeZone).slice(0, 5)} ${zoneAt(at, timeZone).name}`

interface Zone {
  /** `CET`; `GMT+7` where no language has letters for it. */
  readonly name: string
  /** `Europe/Berlin` */
  readonly place: string
}

/** The zone as it is called at a moment, ms since the epoch: summer time has a name of its own. */
export function zoneAt(at: number, timeZone = ownZone()): Zone {
  const names = LANGUAGES.flatMap((language) =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'short' })
      .formatToParts(at)
      .flatMap(({ type, value }) => (type === 'timeZoneName' ? [value] : [])),
  )
  return { name: names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0] ?? timeZone, place: timeZone }
}
