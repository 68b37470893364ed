/** The embedded practice venue, as main starts and stops it. */
export { type PracticeVenue, startPracticeVenue } from './practice-venue.ts'
