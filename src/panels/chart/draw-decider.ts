/** The two sides of a price that decides: a faint ground above and below it, and which side wins there. */
import { type ChartColours, faded } from '../../charting/index.ts'
import type { Decider } from './annotations.ts'
import { type Pane, words } from './drawing.ts'

const GROUND = 0.05
/** From the left edge, and from the line to the middle of the words, px. */
const LEFT = 8
const AWAY = 12
/** Words stay off the upper and lower edge, where the legend and the axis are, px. */
const EDGE = 56

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
  if (y - AWAY > EDGE) {
    context.fillStyle = colours.up
    context.fillText(`↑ ${above} wins`, LEFT, Math.min(y - AWAY, pane.height - AWAY))
  }
  if (y + AWAY < pane.height - AWAY) {
    context.fillStyle = colours.down
    context.fillText(`↓ ${below} wins`, LEFT, Math.max(y + AWAY, EDGE))
  }
}
