/** The machine's own time and the short name of its zone. Pure but for the zone of the machine. */

/** Languages in whose words most zones have a short name of letters. */
const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'] as const

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' })
/** Made once for a zone, because the time is told each second. */
let kept = clockOf('UTC')

/** `06:27:31` of a moment (ms since the epoch) as a clock on the wall of the zone tells it. */
export function localTime(at: number, timeZone: string): string {
  if (kept.resolvedOptions().timeZone !== timeZone) kept = clockOf(timeZone)
  return kept.format(at)
}

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
