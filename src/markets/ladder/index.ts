/** What a ladder of a market is: the interface that every family answers. */
export type { LadderFacts, LadderOrder, LadderPress, MarketLadder } from './market-ladder.ts'
