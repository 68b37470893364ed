/** The wallet's books: daily results, computed from stored data of the service. */
export { type BookKeeper, createBookKeeper } from './book-keeper.ts'
export { createEquityKeeper, type EquityKeeper } from './equity-keeper.ts'
