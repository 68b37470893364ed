/** Updates of the terminal itself: which releases are trusted, which are offered, and how one replaces the running version. */
export { createUpdates } from './create-updates.ts'
export type { Updater } from './updater.ts'
