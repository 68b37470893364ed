/** Algo orders: a parent order of the trader that is sent automatically as several children; each parent has its own record. */
export { type Algos, createAlgos } from './algos.ts'
export type { AlgoIssue, AlgoNews, AlgoPorts } from './interface.ts'
export { closedNow, endsOf } from './market.ts'
