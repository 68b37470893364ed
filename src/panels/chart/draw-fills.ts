/** The triangles of own fills: their tips stand at the very price. */
import type { ChartColours } from '../../charting/index.ts'
import type { FillMark } from './fill-marks.ts'

/** A fill and the px of its tip. */
export interface PlacedFill {
  readonly mark: FillMark
  /** Whether it bought what the chart shows the price of. */
  readonly buys: boolean
  readonly x: number
  readonly y: number
}

const HALF = 4.5
const LENGTH = 8
/** How far from a mark the pointer still means it, px. */
const REACH = 7

/** Buys point up from below their price, sells down from above it. */
export function drawFills(
  context: CanvasRenderingContext2D,
  fills: readonly PlacedFill[],
  colours: ChartColours,
): void {
  for (const { buys, x, y } of fills) {
    const away = buys ? LENGTH : -LENGTH
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x - HALF, y + away)
    context.lineTo(x + HALF, y + away)
    context.closePath()
    context.fillStyle = buys ? colours.up : colours.down
    context.fill()
    // An edge in the ground's color keeps the mark apart from the candles it stands among; the amber says whose it is.
    context.lineWidth = 2.5
    context.strokeStyle = colours.panel
    context.stroke()
    context.fill()
    context.beginPath()
    context.moveTo(x - HALF, y)
    context.lineTo(x + HALF, y)
    context.lineWidth = 1.5
    context.strokeStyle = colours.accent
    context.stroke()
  }
}

/** The fills under the pointer, nearest first. */
export function fillsUnder(fills: readonly PlacedFill[], x: number, y: number): PlacedFill[] {
  const distance = (fill: PlacedFill): number =>
    Math.hypot(fill.x - x, fill.y + (fill.buys ? LENGTH / 2 : -LENGTH / 2) - y)
  return fills
    .map((fill) => ({ fill, away: distance(fill) }))
    .filter(({ away }) => away <= REACH)
    .sort((a, b) => a.away - b.away)
    .map(({ fill }) => fill)
}
