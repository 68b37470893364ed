/**
 * Drawing helpers for the layers over the chart: CSS pixels on a pane, one font, one kind of line, and the placement of texts for vertical lines and
 * times.
 */
import type { ChartColours } from '../../charting/index.ts'

/** The pane that is drawn on, CSS px. */
export interface Pane {
  readonly width: number
  readonly height: number
  /** Size of its text. */
  readonly text: number
}

/** Text from its left edge, vertically centered. */
export function drawText(context: CanvasRenderingContext2D, { text }: Pane, weight = 450): void {
  context.font = `${weight} ${text}px "Inter Variable", system-ui, sans-serif`
  context.textBaseline = 'middle'
  context.textAlign = 'left'
}

/** A text in the quiet color on a ground that cuts the lines behind it. `y` is its middle, `width` that of the text, px. */
export function drawGrounded(
  context: CanvasRenderingContext2D,
  pane: Pane,
  { text, x, y, width }: { readonly text: string; readonly x: number; readonly y: number; readonly width: number },
  { panel, secondary }: Pick<ChartColours, 'panel' | 'secondary'>,
): void {
  context.fillStyle = panel
  context.fillRect(x - 3, y - (pane.text + 3) / 2, width + 6, pane.text + 3)
  context.fillStyle = secondary
  context.fillText(text, x, y + 0.5)
}

/** The row at the top for the texts of vertical lines, px: labels of prices stay below it. */
export const labelRowHeight = ({ text }: Pane): number => text + 9

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

/** A line at `x` px with a text of `width` px. */
interface Worded {
  readonly x: number
  readonly width: number
}

/** Between a line and its text, and between the texts of two lines, px. */
const TEXT_GAP = 6

/**
 * The left edge of each line's text in a pane of `width` px; null where it would leave the pane or overlap others: then the line alone suffices. The
 * newest line, the last one, chooses first. `lines` from left to right.
 */
export function fitText(lines: readonly Worded[], width: number): (number | null)[] {
  const places: (number | null)[] = lines.map(() => null)
  let free = width
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index]
    if (line === undefined || line.width === 0 || line.x < 0 || line.x > width) continue
    const right = line.x + TEXT_GAP
    const left = line.x - TEXT_GAP - line.width
    const place = right + line.width + TEXT_GAP <= free ? right : left
    if (place < 0 || place + line.width + TEXT_GAP > free) continue
    places[index] = place
    free = Math.min(place, line.x) - TEXT_GAP
  }
  return places
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Intervals between marks, ms. */
const STEPS: readonly number[] = [
  ...[1, 5, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((count) => count * DAY),
]

export interface TimeMark {
  /** Ms. */
  readonly time: number
  /** Px. */
  readonly x: number
  /** A whole hour among minutes, a whole day among hours. */
  readonly isMain: boolean
}

interface Axis {
  /** Visible range, ms. */
  readonly from: number
  readonly to: number
  /** Px. */
  readonly width: number
}

/**
 * The marks of an axis, from left to right.
 * @param least minimum distance between marks, px
 * @param finest smallest interval of times, ms
 */
export function timeMarks({ from, to, width }: Axis, least: number, finest: number): readonly TimeMark[] {
  if (!(to > from) || width <= 0) return []
  const perMs = width / (to - from)
  const step = STEPS.find((one) => one >= finest && one * perMs >= least)
  // Before the chart has its size, a pixel may span centuries.
  if (step === undefined) return []
  const main = step >= DAY ? Number.POSITIVE_INFINITY : step >= HOUR ? DAY : step >= MINUTE ? HOUR : MINUTE
  const marks: TimeMark[] = []
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    marks.push({ time, x: (time - from) * perMs, isMain: time % main === 0 })
  }
  return marks
}

/** The center of a text of this width at a position: moved inward from the ends of the axis, so that none is truncated. */
export const within = (x: number, wide: number, width: number): number =>
  Math.min(width - wide / 2, Math.max(wide / 2, x))
