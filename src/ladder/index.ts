/** The ladder of a book: rows that a painter writes into once a frame, depth bars, and the way through them by keyboard. */
export { Ladder, useSpreadMark } from './ladder.tsx'
