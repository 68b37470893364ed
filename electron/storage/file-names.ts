/** How files that are set aside or backed up are named. */

/** A time as part of a file name, UTC: `2026-11-21T12-00-00-000Z`. */
export const stampOf = (time: number): string => new Date(time).toISOString().replace(/[:.]/g, '-')

/** The other way; null when it is no stamp. */
export function timeOfStamp(stamp: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)$/.exec(stamp)
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}:${match[2]}:${match[3]}.${match[4]}`)
  return Number.isNaN(time) ? null : time
}
