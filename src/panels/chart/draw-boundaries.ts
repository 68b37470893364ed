/** The lines at which buckets meet, and their words at the top of the pane. */
import { type ChartColours, faded } from '../../charting/index.ts'
import type { Boundary } from '../../markets/chart/index.ts'
import { line, type Pane, words } from './drawing.ts'
import { fitWords } from './fit-words.ts'

/** Px of a time; null when it has no place. */
type PlaceOf = (time: number) => number | null

export function drawBoundaryLines(
  context: CanvasRenderingContext2D,
  { width, height }: Pane,
  { boundaries, x, colours }: { boundaries: readonly Boundary[]; x: PlaceOf; colours: ChartColours },
): void {
  for (const { time } of boundaries) {
    const at = x(time)
    if (at === null || at < 0 || at > width) continue
    const middle = Math.round(at) + 0.5
    line(context, [2, 3], faded(colours.secondary, 0.75), [middle, 0, middle, height])
  }
}

/** Over the grid, whose lines would run through the words. */
export function drawBoundaryWords(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { boundaries, x, colours }: { boundaries: readonly Boundary[]; x: PlaceOf; colours: ChartColours },
): void {
  words(context, pane)
  const lines = boundaries.flatMap(({ time, text }) => {
    const at = x(time)
    return at === null ? [] : [{ x: at, text, width: text === '' ? 0 : Math.ceil(context.measureText(text).width) }]
  })
  fitWords(lines, pane.width).forEach((left, index) => {
    const one = lines[index]
    if (left === null || one === undefined) return
    context.fillStyle = colours.panel
    context.fillRect(left - 3, 3, one.width + 6, pane.text + 5)
    context.fillStyle = colours.secondary
    context.fillText(one.text, left, 5.5 + pane.text / 2)
  })
}
