/** How prices of a market are written: the interface that every family implements, and units shared by several families. */
export type { Axis, Fact, MarketNames, PriceUnit, PriceView } from './axis.ts'
export { createAxis } from './axis.ts'
export { americanOddsUnit, decimalOddsUnit, percentUnit, probabilityUnit } from './probability.ts'
