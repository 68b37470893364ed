/** How many levels a side a book shows in the room that it has, and the room that it needs to show all that come. Pure. */

/** So many are shown even where their rows must be low. */
const USUAL_LEVELS = 15
/** The lowest row that still reads, px at the usual size of text. */
const LOWEST_ROW = 13
/** The most that a topic takes. */
const MOST_LEVELS = 100
/** Height of the row between asks and bids, px, in text `scale` times as large as usual; the style sheet says the same. */
const middleHeight = (scale: number): number => Math.round(46 * scale)

/** The service sends this many levels a side (docs/service/websocket.md#channels), and a row more says that these are all. */
const ROWS_OF_ALL = 26

/** Comfortable height of a level, px, where a table's row is `row` px. */
export const levelHeight = (row: number): number => row - 2

/** Height in which every level that comes has a comfortable row, px. */
export const heightOfAll = (row: number, scale: number): number =>
  2 * ROWS_OF_ALL * levelHeight(row) + middleHeight(scale)

/** Levels a side for `height` px in all, with rows of `row` px where there is room for more than usual, in text of this scale. */
export function levelsFor(height: number, row: number, scale: number): number {
  const side = (height - middleHeight(scale)) / 2
  const squeezed = Math.min(USUAL_LEVELS, Math.floor(side / (LOWEST_ROW * scale)))
  return Math.min(MOST_LEVELS, Math.max(1, squeezed, Math.floor(side / row)))
}
