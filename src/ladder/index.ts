/** The ladder of a book: rows that a painter writes into once per frame, depth bars, price grouping, and keyboard navigation. */
export { barsBox, barsPath, LineColumn } from './book-painter.ts'
export { GroupingMenu, heightOfAll, levelHeight, multipleFrom, stepOf, stepText, useLevels } from './grouping.tsx'
export { LADDER_KEYS, Ladder } from './ladder.tsx'
export { MESSAGES as LADDER_MESSAGES } from './messages.ts'
export type { TextTarget } from './middle-painter.ts'
