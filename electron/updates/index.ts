/** Updates of the terminal itself: which releases are believed, which are offered, and how one takes the place of what runs. */
export { createUpdates } from './create-updates.ts'
export type { Updater } from './updater.ts'
