/** The wallet's books: results of every day, worked out of what the service told and kept. */
export { type BookKeeper, createBookKeeper } from './book-keeper.ts'
export { createEquityKeeper, type EquityKeeper } from './equity-keeper.ts'
