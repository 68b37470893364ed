/** The embedded practice venue, as main starts and stops it. */
export { createPracticeHost, type PracticeHost } from './practice-host.ts'
