/** Starting scales and slices, for property tests over every path. */
export { createAlgoSession, HEEDS_AFTER_MS } from '../algo-session.ts'
