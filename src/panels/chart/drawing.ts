/** What the layers over the chart draw with: CSS pixels on a pane, one font, one kind of line. */

/** The pane that is drawn on, CSS px. */
export interface Pane {
  readonly width: number
  readonly height: number
  /** Size of its words. */
  readonly text: number
}

/** Words from their left edge, centred on their height. */
export function words(context: CanvasRenderingContext2D, { text }: Pane, weight = 450): void {
  context.font = `${weight} ${text}px "Inter Variable", system-ui, sans-serif`
  context.textBaseline = 'middle'
  context.textAlign = 'left'
}

/** The row at the top in which vertical lines have their words, px: labels of prices stay below it. */
export const wordsHeight = ({ text }: Pane): number => text + 9

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
