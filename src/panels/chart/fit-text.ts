/** Where the words of vertical lines go: right of their line where there is room, else left of it. Pure. */

/** A line at `x` px with words of `width` px. */
interface Worded {
  readonly x: number
  readonly width: number
}

/** Between a line and its words, and between the words of two lines, px. */
const WORDS_GAP = 6

/**
 * The left edge of each line's words in a pane of `width` px; null where they would leave it or cover others: then the line says enough.
 * The newest line, the last one, chooses first. `lines` from left to right.
 */
export function fitText(lines: readonly Worded[], width: number): (number | null)[] {
  const places: (number | null)[] = lines.map(() => null)
  let free = width
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index]
    if (line === undefined || line.width === 0 || line.x < 0 || line.x > width) continue
    const right = line.x + WORDS_GAP
    const left = line.x - WORDS_GAP - line.width
    const place = right + line.width + WORDS_GAP <= free ? right : left
    if (place < 0 || place + line.width + WORDS_GAP > free) continue
    places[index] = place
    free = Math.min(place, line.x) - WORDS_GAP
  }
  return places
}
