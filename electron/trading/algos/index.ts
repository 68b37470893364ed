/** Algo orders: a parent order of the trader's that is sent as several children, by itself; each parent a record of its own. */
export { type Algos, createAlgos } from './algos.ts'
export type { AlgoIssue, AlgoNews, AlgoPorts } from './interface.ts'
export { closedNow, endsOf } from './market.ts'
