/** The machine's own time and the short name of its zone. Pure but for the zone of the machine. */

/** Languages in whose words most zones have a short name of letters. */
const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'] as const

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `06:27:31` of a moment (ms since the epoch) as a clock on the wall tells it; in the machine's own zone unless another is named. */
export const localTime = (at: number, timeZone = ownZone()): string =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'medium' })

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
