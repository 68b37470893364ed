/** What the press of a button asks, for properties over every path. */
export { type Asked, pressFor } from '../sure-press.ts'
