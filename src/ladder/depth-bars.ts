/** The cumulative bars of one side as one shape: a single write a frame instead of one a level, one thing to draw, and no layers. */

/** Height of a level in the shape's own units, and how far its bar stays away from the levels beside it. */
const LEVEL = 50
const GAP = 1.5
/** Width of the shape in its own units: the bars are as exact as their lengths. */
const BARS_WIDTH = 1000

/** `viewBox` of the bars of so many levels. */
export const barsBox = (levels: number): string => `0 0 ${BARS_WIDTH} ${levels * LEVEL}`

/** Specks too small to draw, which keep the bounds of the shape the same: other bounds would have the browser put all layers together again. */
const corners = (levels: number): string => `M0 0h.01v.01zM0 ${levels * LEVEL}h.01v-.01z`

/**
 * The outline of bars that grow from the right, for lengths in thousandths, best level first; `upward` puts the best level at the
 * bottom (asks).
 */
export function barsPath(depths: readonly number[], upward: boolean): string {
  let path = corners(depths.length)
  for (let level = 0; level < depths.length; level += 1) {
    const depth = depths[level] ?? 0
    if (depth === 0) continue
    const row = upward ? depths.length - 1 - level : level
    path += `M${BARS_WIDTH} ${row * LEVEL + GAP}h-${depth}v${LEVEL - 2 * GAP}h${depth}z`
  }
  return path
}
