/** How prices of a market are written: the interface that every family answers, and the units that several of them share. */
export type { Axis, Fact, PriceUnit, PriceView, Words } from './axis.ts'
export { createAxis } from './axis.ts'
export { americanOddsUnit, decimalOddsUnit, percentUnit, probabilityUnit } from './probability.ts'
