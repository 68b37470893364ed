/** The trader's notes on days, markets and trades. */
export { createNotes, type Notes } from './notes.ts'
