/** When the tests' venues start: in the middle of a bucket and of a day, whatever hour it is on the machine. */

/** The start of every venue that a test does not give another. */
export const MOMENT = '2026-03-04T13:10:00Z'
export const SEED = 'isotherm'

/** A later start than `from`, ISO: for a venue that goes on with what one before it has kept. */
export const later = (from: string, ms: number): string => new Date(Date.parse(from) + ms).toISOString()
