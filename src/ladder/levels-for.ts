/** How many levels a side a book shows in the room that it has. Pure. */

/** So many are shown even where their rows must be low. */
const USUAL_LEVELS = 15
/** The lowest row that still reads, px. */
const LOWEST_ROW = 13
/** The most that a topic takes. */
const MOST_LEVELS = 100
/** Height of the row between asks and bids, px. */
export const MIDDLE_HEIGHT = 46

/** Levels a side for `height` px in all, with rows of `row` px where there is room for more than usual. */
export function levelsFor(height: number, row: number): number {
  const side = (height - MIDDLE_HEIGHT) / 2
  const squeezed = Math.min(USUAL_LEVELS, Math.floor(side / LOWEST_ROW))
  return Math.min(MOST_LEVELS, Math.max(1, squeezed, Math.floor(side / row)))
}
