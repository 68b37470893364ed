/** The confirmation logic of a button, for property tests over every path. */
export { type FirstClick, pressFor } from '../sure-press.ts'
