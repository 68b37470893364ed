/** Start time of the tests' venues: in the middle of a bucket and of a day, independent of the machine's clock. */

/** The default start time of a test's venue. */
export const MOMENT = '2026-03-04T13:10:00Z'
export const SEED = 'isotherm'

/** A time after `from`, ISO: for a venue that continues from an earlier one's state. */
export const later = (from: string, ms: number): string => new Date(Date.parse(from) + ms).toISOString()
