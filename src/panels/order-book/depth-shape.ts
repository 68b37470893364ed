/** The cumulative bars of one side as one shape: a single style write a frame instead of one a level. */

/**
 * A CSS `polygon()` over a box of `depths.length` equal rows, bars growing from the right. `depths` are bar lengths in thousandths of the
 * box, best level first; `upward` puts the best level at the bottom (asks).
 */
export function depthShape(depths: readonly number[], upward: boolean): string {
  const rows = depths.length
  const points = ['100% 0%']
  for (let row = 0; row < rows; row += 1) {
    const depth = depths[upward ? rows - 1 - row : row] ?? 0
    const x = `${(1000 - depth) / 10}%`
    points.push(`${x} ${percent(row, rows)}`, `${x} ${percent(row + 1, rows)}`)
  }
  points.push('100% 100%')
  return `polygon(${points.join(',')})`
}

const percent = (row: number, rows: number): string => `${Math.round((row / rows) * 100_000) / 1000}%`
