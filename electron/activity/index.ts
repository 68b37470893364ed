/** Activity: what this terminal did, as one list for the windows. */
export { type Activity, createActivity } from './activity.ts'
