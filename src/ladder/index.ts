/** The ladder of a book: rows that a painter writes into once a frame, depth bars, and the way through them by keyboard. */
export { LADDER_KEYS } from './keys.ts'
export { Ladder } from './ladder.tsx'
export { heightOfAll, levelHeight } from './levels-for.ts'
export { useLevels } from './use-levels.ts'
