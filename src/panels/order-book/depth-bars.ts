/** The cumulative bars of one side as the backgrounds of one box: a single style write a frame instead of one a level, and no layers. */

/** Part of its row that a bar is high. */
const HEIGHT = 0.94

const percent = (share: number): string => `${Math.round(share * 100_000) / 1000}%`

/**
 * What is set once: as many backgrounds as levels, one under the other, growing from the right, in the box's text colour. Plain
 * percentages: variables and calc() would be worked out anew with each frame's sizes.
 */
export const barLayers = (
  levels: number,
): { readonly backgroundImage: string; readonly backgroundPosition: string } => ({
  backgroundImage: Array.from({ length: levels }, () => 'linear-gradient(currentcolor,currentcolor)').join(),
  backgroundPosition: Array.from(
    { length: levels },
    // A percentage places by the room that is left beside the bar, not by the box.
    (_, row) => `100% ${percent((row + (1 - HEIGHT) / 2) / (levels - HEIGHT))}`,
  ).join(),
})

/**
 * The `background-size` for bar lengths in thousandths of the box, best level first; `upward` puts the best level at the bottom (asks).
 */
export function barSizes(depths: readonly number[], upward: boolean): string {
  const height = percent(HEIGHT / depths.length)
  const sizes = depths.map((depth) => `${depth / 10}% ${height}`)
  return (upward ? sizes.reverse() : sizes).join()
}
