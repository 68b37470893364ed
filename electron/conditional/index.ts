/** Conditional orders: stops and take-profits that this terminal holds, watches and turns into closes while it runs. */
export { type Conditionals, createConditionals } from './conditionals.ts'
export { stopAtRisk } from './moving.ts'
export type { Acting, Report } from './ports.ts'
