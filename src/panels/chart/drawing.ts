/** What the layers over the chart draw with: CSS pixels on a pane, one font, one kind of line. */

/** Size of the pane that is drawn on, CSS px. */
export interface Pane {
  readonly width: number
  readonly height: number
}

const FONT = '450 11px "Inter Variable", system-ui, sans-serif'

/** Words from their left edge, centred on their height. */
export function words(context: CanvasRenderingContext2D): void {
  context.font = FONT
  context.textBaseline = 'middle'
  context.textAlign = 'left'
}

/** A line of one pixel. */
export function line(
  context: CanvasRenderingContext2D,
  dash: readonly number[],
  colour: string,
  [fromX, fromY, toX, toY]: readonly [number, number, number, number],
): void {
  context.save()
  context.beginPath()
  context.setLineDash([...dash])
  context.lineWidth = 1
  context.strokeStyle = colour
  context.moveTo(fromX, fromY)
  context.lineTo(toX, toY)
  context.stroke()
  context.restore()
}
