/** The outcome markets: questions about New York's weather, their shares, books, conversions and payouts. */
export { OutcomeCore } from './core.ts'
export type * from './interface.ts'
export { OutcomeMarket } from './market.ts'
export type { OutcomeInfo } from './market-reads.ts'
export { restoreOutcomes, savedOutcomes, saveOutcomes } from './saved.ts'
