/** The two sides of a price that decides: a faint ground above and below it, and which side wins there. */
import { type ChartColours, faded } from '../../charting/index.ts'
import type { Decider } from './annotations.ts'
import { type Pane, words } from './drawing.ts'

const GROUND = 0.05
/** From the left edge, px, and from the line to the middle of the words, in sizes of the text. */
const LEFT = 8
const AWAY = 1.1
/** Words stay off the upper edge, where the legend is, in sizes of the text. */
const EDGE = 5.1

/** `y`: the px of the price. */
export function drawSides(
  context: CanvasRenderingContext2D,
  { width, height }: Pane,
  y: number,
  colours: ChartColours,
): void {
  const middle = Math.min(height, Math.max(0, y))
  context.fillStyle = faded(colours.up, GROUND)
  context.fillRect(0, 0, width, middle)
  context.fillStyle = faded(colours.down, GROUND)
  context.fillRect(0, middle, width, height - middle)
}

/** Under everything of the trader's own. */
export function drawSideWords(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { above, below }: Decider,
  y: number,
  colours: ChartColours,
): void {
  words(context, pane)
  const away = Math.round(AWAY * pane.text)
  const edge = Math.round(EDGE * pane.text)
  if (y - away > edge) {
    context.fillStyle = colours.up
    context.fillText(`↑ ${above} wins`, LEFT, Math.min(y - away, pane.height - away))
  }
  if (y + away < pane.height - away) {
    context.fillStyle = colours.down
    context.fillText(`↓ ${below} wins`, LEFT, Math.max(y + away, edge))
  }
}
