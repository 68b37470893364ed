/** How scale and slices are begun, for properties over every path. */
export { createAlgoSession, HEEDS_AFTER_MS } from '../algo-session.ts'
