/** The ladder of a market: the interface that every family implements. */
export type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from './market-ladder.ts'
