/** The ladder of a book: rows that a painter writes into once a frame, depth bars, the grouping of prices, and the way through them by keyboard. */
export { barsBox, barsPath, LineColumn } from './book-painter.ts'
export { GroupingMenu, heightOfAll, levelHeight, multipleFrom, stepOf, stepText, useLevels } from './grouping.tsx'
export { LADDER_KEYS, Ladder } from './ladder.tsx'
export { MESSAGES as LADDER_MESSAGES } from './messages.ts'
export type { TextTarget } from './middle-painter.ts'
